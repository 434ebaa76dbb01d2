//! The runtime's monotonic clock, the only one whose readings reach the core.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rti_core::Nanos;
use tokio::time::Instant;

/// Nanoseconds since the server started.
///
/// It is tokio's clock, so a test that pauses or advances that one moves federations with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    started: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now() }
    }

    pub(crate) fn now(&self) -> Nanos {
        let elapsed = self.started.elapsed().as_nanos();
        Nanos(u64::try_from(elapsed).unwrap_or(u64::MAX))
    }

    /// When the clock shows `deadline`.
    pub(crate) fn instant(&self, deadline: Nanos) -> Instant {
        self.started + Duration::from_nanos(deadline.0)
    }
}

/// The calendar, for operators only: milliseconds since 1970-01-01 UTC.
pub(crate) fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
