//! The end of a server is a drain, and the drain has an end.

use std::sync::Arc;
use std::time::Duration;

use rti_operator::Health;
use rti_runtime::Lobby;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Time for broken connections to be torn down after the deadline.
const TEAR_DOWN: Duration = Duration::from_millis(500);

/// What a shutdown has to do with.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) health: Health,
    pub(crate) stop_accepting: CancellationToken,
    pub(crate) break_connections: CancellationToken,
}

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shutdown {
    /// Sessions whose last messages could not be delivered in time.
    pub abandoned_sessions: usize,
    /// Whether connections had to be broken because their peers did not close them.
    pub connections_broken: bool,
}

/// Ends a server. The order matters: whoever balances load must know before work is refused, and
/// federates must be told before their connections go.
pub(crate) async fn drain(
    parts: &Parts,
    mut serving: JoinHandle<()>,
    deadline: Duration,
) -> Shutdown {
    let until = Instant::now() + deadline;
    parts.health.stop_serving().await;
    parts.stop_accepting.cancel();
    let drained = parts.lobby.drain(deadline).await;
    let closed = tokio::time::timeout_at(until, &mut serving).await.is_ok();
    if !closed {
        parts.break_connections.cancel();
        // Whatever is left then is torn down with the process.
        let _ = tokio::time::timeout(TEAR_DOWN, serving).await;
    }
    Shutdown { abandoned_sessions: drained.abandoned_sessions, connections_broken: !closed }
}
