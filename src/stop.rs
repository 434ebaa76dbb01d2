//! When a role ends: on Ctrl-C, on a termination signal, or when its parent is gone.

use std::io::Read;

use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

/// Ready when the process shall end.
///
/// With `with_stdin` also when standard input ends: so the roles of a demo end with it, even when
/// it is killed.
pub(crate) fn requested(with_stdin: bool) -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt()).context("no signal handler")?;
    let mut terminate = signal(SignalKind::terminate()).context("no signal handler")?;
    let (closed, stdin_closed) = oneshot::channel();
    if with_stdin {
        // A thread, because a read of standard input cannot be cancelled; it ends with the process.
        std::thread::spawn(move || {
            let mut ignored = [0; 64];
            while matches!(std::io::stdin().read(&mut ignored), Ok(read) if read > 0) {}
            let _ = closed.send(());
        });
    }
    Ok(async move {
        let stdin_closed = async {
            if with_stdin {
                // An error means that the thread is gone, which it is only after the end.
                let _ = stdin_closed.await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            () = stdin_closed => {}
        }
    })
}
