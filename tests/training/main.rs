//! Training scenarios end to end: a real server and the real federates on loopback, in one process.
//!
//! The rules of the scenario file judge what happened, and the log is compared with itself at other
//! speeds. Processes, signals and the command line are the business of `tests/e2e`.

use std::net::SocketAddr;

use federate_sdk::virtual_time::Speed;
use instructor::{Judgement, Notice, Scenario};
use rti_server::{Config, Running, Server};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use training_fom::MemberOptions;

/// What a scenario run has left behind.
struct Run {
    judgement: Judgement,
    log: String,
}

/// A server with a substation and a protection federate that run until it is dropped.
struct Station {
    server: Running,
    stop: watch::Sender<bool>,
    roles: Vec<JoinHandle<()>>,
}

impl Station {
    async fn start() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::start(Config { listen, ..Config::default() }).await.expect("starts");
        let (stop, _) = watch::channel(false);
        Self { server, stop, roles: Vec::new() }
    }

    fn member(&self, role: &str) -> MemberOptions {
        MemberOptions::new(&self.server.address().to_string(), role, "ts220")
    }

    fn stopped(&self) -> impl Future<Output = ()> + use<> {
        let mut stop = self.stop.subscribe();
        async move {
            // An error means that the station is gone, which ends its roles as well.
            let _ = stop.wait_for(|stop| *stop).await;
        }
    }

    fn substation(&mut self) {
        let config = substation::Config {
            member: self.member("substation"),
            case_name: "ts220.json".into(),
            case: power::cases::TS220.into(),
        };
        let stopped = self.stopped();
        self.roles.push(tokio::spawn(async move {
            substation::run(config, stopped).await.expect("the substation runs");
        }));
    }

    fn protection(&mut self) {
        let config = protection::Config {
            member: self.member("protection"),
            settings_name: "ts220.protection.json".into(),
            settings: power::cases::TS220_PROTECTION.into(),
        };
        let stopped = self.stopped();
        self.roles.push(tokio::spawn(async move {
            protection::run(config, stopped).await.expect("the protection runs");
        }));
    }

    async fn play(&self, scenario: &str, speed: Speed) -> Run {
        let scenario = Scenario::read("training.json", instructor::SCENARIOS, scenario);
        let config = instructor::Config {
            member: self.member("instructor"),
            case_name: "ts220.json".into(),
            case: power::cases::TS220.into(),
            scenario: Some(scenario.expect("playable")),
            speed,
            required: vec!["substation".into(), "protection".into()],
            console: None,
            goes_on: false,
        };
        let mut judgement = None;
        let notify = |notice: &Notice| {
            if let Notice::Judged(judged) = notice {
                judgement = Some(judged.clone());
            }
        };
        let outcome = instructor::run(config, std::future::pending(), |_| {}, notify).await;
        let log = outcome.expect("the instructor runs").log.to_string();
        Run { judgement: judgement.expect("judged at the end"), log }
    }

    async fn end(self) {
        self.stop.send_replace(true);
        for role in self.roles {
            role.await.expect("ends in order");
        }
        self.server.shutdown().await;
    }
}

async fn play(scenario: &str, speed: Speed, protection_first: bool) -> Run {
    let mut station = Station::start().await;
    if protection_first {
        station.protection();
        station.substation();
    } else {
        station.substation();
        station.protection();
    }
    let run = station.play(scenario, speed).await;
    station.end().await;
    run
}

/// The expected sequence of S01, with exact stamps: nothing is lost on the way between federates.
const S01_LOG: &str = "\
00:00:02.000 fault S01-1: 3PH ABC at F911, fraction 0.5, 0 ohm
00:00:02.025 P911.50_2 start
00:00:02.025 P911.51 start
00:00:02.325 P911.50_2 trip QF911
00:00:02.370 QF911 open by P911.50_2
00:00:02.370 P911.50_2 reset
00:00:02.370 P911.51 reset
00:00:03.380 P911.79 close command QF911
00:00:03.450 QF911 closed by P911.79
";

#[tokio::test]
async fn s01_passes_by_the_rules_of_its_file() {
    let run = play("S01", Speed::Max, false).await;
    assert!(run.judgement.passed(), "{}\n{}", run.judgement, run.log);
    assert!(run.log.starts_with(S01_LOG), "{}", run.log);
}

#[tokio::test]
async fn s01_gives_the_same_log_at_another_speed_and_in_another_order_of_joining() {
    let fast = play("S01", Speed::Max, false).await;
    let slow = play("S01", Speed::Times60, true).await;
    assert!(slow.judgement.passed(), "{}", slow.judgement);
    assert_eq!(slow.log, fast.log);
}

#[tokio::test]
async fn the_same_federates_play_one_exercise_after_another() {
    let mut station = Station::start().await;
    station.substation();
    station.protection();
    for _ in 0..3 {
        let run = station.play("S01", Speed::Max).await;
        assert!(run.judgement.passed(), "{}\n{}", run.judgement, run.log);
        assert_eq!(run.log.lines().count(), 19, "{}", run.log);
    }
    station.end().await;
}
