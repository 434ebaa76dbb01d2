//! One configuration of a whole server, flat, every field with a default.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use rti_gateway::GrpcSettings;
use rti_runtime::{Denial, OutboxSettings, Password, RuntimeSettings, StepHook};
use serde::{Deserialize, Deserializer, de::Error as _};
use thiserror::Error;

/// How a server is run. Read from TOML with serde, unknown keys are errors.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where federates and operators connect by gRPC; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What `HLAplainTextPassword` must hold to connect; nothing is required where absent.
    #[serde(deserialize_with = "password")]
    pub password: Option<Password>,
    /// What nobody may do, password or not: `create=NAME`, `destroy=NAME`, `join=NAME` by name of
    /// the federation execution, `federate=NAME` by name of the federate; `*` means all.
    #[serde(deserialize_with = "denials")]
    pub denied: Vec<Denial>,
    /// Folder of FOM modules that federates may name instead of sending them.
    pub fom_folder: Option<PathBuf>,
    /// Folder for the service reports of federates that want them in a file
    /// (`sendServiceReportsToFile`); without it those reports go nowhere.
    pub service_report_folder: Option<PathBuf>,
    /// How long a federate whose connection broke stays joined, milliseconds. Streams cannot be
    /// resumed yet, so anything but 0 only delays the others.
    pub dropped_session_kept_ms: u64,
    /// How long a federate may fail to read before it is lost, milliseconds.
    pub congestion_grace_ms: u64,
    /// How long a shutdown may take, milliseconds.
    pub shutdown_deadline_ms: u64,
    /// Sessions at once.
    pub sessions_max: usize,
    /// Federation executions at once.
    pub federations_max: usize,
    /// Calls of a session that are not answered yet.
    pub session_inflight_calls_max: usize,
    /// Octets of those calls.
    pub session_inflight_bytes_max: usize,
    /// Octets of one call.
    pub session_call_bytes_max: usize,
    /// Octets unsent to one federate at which its federation withholds time grants.
    pub outbox_ordered_bytes_max: usize,
    /// Octets unsent to one federate at which it is lost at once.
    pub outbox_ordered_bytes_closed: usize,
    /// Octets of best-effort values unsent to one federate up to which none is replaced.
    pub outbox_latest_bytes_free: usize,
    /// Octets of best-effort values unsent to one federate.
    pub outbox_latest_bytes_max: usize,
    /// Octets of one FOM module, unpacked.
    pub fom_module_bytes_max: usize,
    /// Inputs of one turn of a federation.
    pub turn_inputs_max: usize,
    /// Time of one turn of a federation, microseconds.
    pub turn_time_max_us: u64,
    /// HTTP/2 pings are sent after this silence, milliseconds.
    pub ping_interval_ms: u64,
    /// A connection is dead when a ping is not answered for this long, milliseconds.
    pub ping_timeout_ms: u64,
    /// A connection has to open its session within this time, milliseconds.
    pub first_message_timeout_ms: u64,
    /// Sees every input of every federation before it is applied; for tests.
    #[serde(skip)]
    pub before_step: Option<StepHook>,
}

impl Default for Config {
    fn default() -> Self {
        let runtime = RuntimeSettings::default();
        let grpc = GrpcSettings::default();
        let ms = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let us = |duration: Duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        Self {
            listen: (Ipv4Addr::LOCALHOST, 15_166).into(),
            password: None,
            denied: Vec::new(),
            fom_folder: None,
            service_report_folder: None,
            dropped_session_kept_ms: ms(runtime.dropped_session_kept),
            congestion_grace_ms: ms(runtime.congestion_grace),
            shutdown_deadline_ms: 5_000,
            sessions_max: runtime.sessions_max,
            federations_max: runtime.federations_max,
            session_inflight_calls_max: runtime.session_inflight_calls_max,
            session_inflight_bytes_max: runtime.session_inflight_bytes_max,
            session_call_bytes_max: runtime.session_call_bytes_max,
            outbox_ordered_bytes_max: runtime.outbox.ordered_bytes_max,
            outbox_ordered_bytes_closed: runtime.outbox.ordered_bytes_closed,
            outbox_latest_bytes_free: runtime.outbox.latest_bytes_free,
            outbox_latest_bytes_max: runtime.outbox.latest_bytes_max,
            fom_module_bytes_max: runtime.fom_module_bytes_max,
            turn_inputs_max: runtime.turn_inputs_max,
            turn_time_max_us: us(runtime.turn_time_max),
            ping_interval_ms: ms(grpc.ping_interval),
            ping_timeout_ms: ms(grpc.ping_timeout),
            first_message_timeout_ms: ms(grpc.first_message_timeout),
            before_step: None,
        }
    }
}

/// What is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// A limit or time that must not be zero.
    #[error("{0} is 0, give it a positive value")]
    Zero(&'static str),
    /// A limit that must be above another.
    #[error("{above} is not above {below}, raise it")]
    Order {
        /// The limit that must be larger.
        above: &'static str,
        /// Than this one.
        below: &'static str,
    },
    /// A call may be as large as no message is.
    #[error("session_call_bytes_max is above {0}, the largest message that is read at all")]
    CallTooLarge(usize),
}

impl Config {
    /// Checks what could not work.
    ///
    /// # Errors
    /// Names the field and what to do.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let positive = [
            ("shutdown_deadline_ms", self.shutdown_deadline_ms > 0),
            ("congestion_grace_ms", self.congestion_grace_ms > 0),
            ("sessions_max", self.sessions_max > 0),
            ("federations_max", self.federations_max > 0),
            ("session_inflight_calls_max", self.session_inflight_calls_max > 0),
            ("session_inflight_bytes_max", self.session_inflight_bytes_max > 0),
            ("session_call_bytes_max", self.session_call_bytes_max > 0),
            ("outbox_ordered_bytes_max", self.outbox_ordered_bytes_max > 0),
            ("fom_module_bytes_max", self.fom_module_bytes_max > 0),
            ("turn_inputs_max", self.turn_inputs_max > 0),
            ("turn_time_max_us", self.turn_time_max_us > 0),
            ("ping_interval_ms", self.ping_interval_ms > 0),
            ("ping_timeout_ms", self.ping_timeout_ms > 0),
            ("first_message_timeout_ms", self.first_message_timeout_ms > 0),
        ];
        if let Some((name, _)) = positive.into_iter().find(|(_, holds)| !holds) {
            return Err(ConfigError::Zero(name));
        }
        if self.outbox_ordered_bytes_closed <= self.outbox_ordered_bytes_max {
            return Err(ConfigError::Order {
                above: "outbox_ordered_bytes_closed",
                below: "outbox_ordered_bytes_max",
            });
        }
        let message_bytes_max = GrpcSettings::default().message_bytes_max;
        if self.session_call_bytes_max > message_bytes_max {
            return Err(ConfigError::CallTooLarge(message_bytes_max));
        }
        Ok(())
    }

    pub(crate) fn runtime(&self) -> RuntimeSettings {
        RuntimeSettings {
            sessions_max: self.sessions_max,
            federations_max: self.federations_max,
            session_inflight_calls_max: self.session_inflight_calls_max,
            session_inflight_bytes_max: self.session_inflight_bytes_max,
            session_call_bytes_max: self.session_call_bytes_max,
            turn_inputs_max: self.turn_inputs_max,
            turn_time_max: Duration::from_micros(self.turn_time_max_us),
            outbox: OutboxSettings {
                ordered_bytes_max: self.outbox_ordered_bytes_max,
                ordered_bytes_closed: self.outbox_ordered_bytes_closed,
                latest_bytes_free: self.outbox_latest_bytes_free,
                latest_bytes_max: self.outbox_latest_bytes_max,
            },
            congestion_grace: Duration::from_millis(self.congestion_grace_ms),
            dropped_session_kept: Duration::from_millis(self.dropped_session_kept_ms),
            password: self.password.clone(),
            denied: self.denied.clone(),
            fom_folder: self.fom_folder.clone(),
            service_report_folder: self.service_report_folder.clone(),
            fom_module_bytes_max: self.fom_module_bytes_max,
            before_step: self.before_step.clone(),
            ..RuntimeSettings::default()
        }
    }

    pub(crate) fn grpc(&self) -> GrpcSettings {
        GrpcSettings {
            ping_interval: Duration::from_millis(self.ping_interval_ms),
            ping_timeout: Duration::from_millis(self.ping_timeout_ms),
            first_message_timeout: Duration::from_millis(self.first_message_timeout_ms),
            ..GrpcSettings::default()
        }
    }

    pub(crate) fn shutdown_deadline(&self) -> Duration {
        Duration::from_millis(self.shutdown_deadline_ms)
    }
}

/// A password is text in the file and cannot be printed afterwards.
fn password<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Password>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(Password::new))
}

fn denials<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Denial>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_work_is_refused_by_name() {
        assert_eq!(Config::default().check(), Ok(()));
        let zero = Config { turn_inputs_max: 0, ..Config::default() };
        assert_eq!(zero.check(), Err(ConfigError::Zero("turn_inputs_max")));
        let small = Config { outbox_ordered_bytes_closed: 1, ..Config::default() };
        assert!(matches!(small.check(), Err(ConfigError::Order { .. })));
        let large = Config { session_call_bytes_max: usize::MAX, ..Config::default() };
        assert!(matches!(large.check(), Err(ConfigError::CallTooLarge(_))));
    }

    #[test]
    fn every_setting_reaches_its_place() {
        let config = Config {
            password: Some(Password::new("secret")),
            denied: vec!["join=N".parse().expect("a denial")],
            congestion_grace_ms: 7,
            turn_time_max_us: 9,
            ping_timeout_ms: 11,
            ..Config::default()
        };
        let runtime = config.runtime();
        assert_eq!(runtime.congestion_grace, Duration::from_millis(7));
        assert_eq!(runtime.turn_time_max, Duration::from_micros(9));
        assert_eq!(runtime.denied, config.denied);
        assert_eq!(config.grpc().ping_timeout, Duration::from_millis(11));
    }

    #[test]
    fn a_file_says_what_differs_and_nothing_unknown() {
        let text = "listen = \"0.0.0.0:7000\"\npassword = \"secret\"\nsessions_max = 3";
        let config: Config = toml::from_str(text).expect("known keys");
        assert_eq!(config.listen.to_string(), "0.0.0.0:7000");
        assert_eq!(config.sessions_max, 3);
        assert_eq!(config.ping_interval_ms, Config::default().ping_interval_ms);
        assert!(config.password.is_some());
        assert!(!format!("{config:?}").contains("secret"), "it is never printed");
        let denied = toml::from_str::<Config>("denied = [\"create=*\", \"federate=X\"]");
        assert_eq!(denied.expect("denials").denied.len(), 2);
        let error = toml::from_str::<Config>("denied = [\"publish=X\"]").expect_err("no such");
        assert!(error.to_string().contains("publish=X"), "{error}");
        let error = toml::from_str::<Config>("sesions_max = 3").expect_err("a typing error");
        assert!(error.to_string().contains("sesions_max"), "{error}");
    }
}
