//! A bound port that hands out connections until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::Stream;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::GuardedStream;

/// Pause after a failed accept, which is mostly a lack of file descriptors that somebody has to
/// give back first.
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(100);

/// Why a server cannot listen.
#[derive(Debug, Error)]
pub enum BindError {
    /// Somebody else listens there.
    #[error(
        "address {0} is in use, stop the other program (`ss -ltnp` names it) or choose another port"
    )]
    InUse(SocketAddr),
    /// Only privileged users may listen there.
    #[error("address {0} needs privileges, choose a port above 1023")]
    Denied(SocketAddr),
    /// The machine does not have that address.
    #[error(
        "address {0} is not one of this machine, use 0.0.0.0 or an address that `ip addr` shows"
    )]
    NotLocal(SocketAddr),
    /// Anything else.
    #[error("cannot listen on {address}: {error}")]
    Other {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
}

/// A bound port.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Binds the address; port 0 takes a free one.
    ///
    /// # Errors
    /// When nobody can listen there, with what to do about it.
    pub async fn bind(address: SocketAddr) -> Result<Self, BindError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => BindError::InUse(address),
            io::ErrorKind::PermissionDenied => BindError::Denied(address),
            io::ErrorKind::AddrNotAvailable => BindError::NotLocal(address),
            _ => BindError::Other { address, error },
        };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// The address that was bound, with its real port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The connections that are made, without Nagle's delay. They break when `ended` is cancelled
    /// and when their peer does not open the protocol within `opening_timeout`.
    pub fn connections(
        self,
        opening_timeout: Duration,
        ended: CancellationToken,
    ) -> impl Stream<Item = io::Result<GuardedStream>> {
        futures::stream::unfold(self.listener, move |listener| {
            let ended = ended.clone();
            async move {
                loop {
                    match listener.accept().await {
                        Ok((stream, _)) => {
                            // A peer that is gone already; what reads it will notice.
                            let _ = stream.set_nodelay(true);
                            let stream = GuardedStream::new(stream, opening_timeout, ended);
                            return Some((Ok(stream), listener));
                        }
                        Err(error) => {
                            tracing::warn!(%error, "a connection could not be accepted");
                            tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
                        }
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use futures::StreamExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;
    use crate::connection::PREFACE_OCTETS;

    async fn pair(timeout: Duration, ended: CancellationToken) -> (TcpStream, GuardedStream) {
        let listener =
            Listener::bind((Ipv4Addr::LOCALHOST, 0).into()).await.expect("a free port is found");
        let address = listener.address();
        let mut connections = Box::pin(listener.connections(timeout, ended));
        let (peer, accepted) = tokio::join!(TcpStream::connect(address), connections.next());
        let accepted = accepted.expect("a connection was made").expect("and accepted");
        (peer.expect("somebody listens"), accepted)
    }

    #[tokio::test]
    async fn a_port_in_use_says_so() {
        let first =
            Listener::bind((Ipv4Addr::LOCALHOST, 0).into()).await.expect("a free port is found");
        let error = Listener::bind(first.address()).await.expect_err("the port is taken");
        assert!(error.to_string().contains("is in use"), "{error}");
        let elsewhere = Listener::bind(([203, 0, 113, 1], 0).into()).await;
        assert!(matches!(elsewhere, Err(BindError::NotLocal(_))));
    }

    #[tokio::test]
    async fn b082_a_peer_that_does_not_open_is_cut_off_and_one_that_did_is_not() {
        let timeout = Duration::from_millis(50);
        let (_silent, mut accepted) = pair(timeout, CancellationToken::new()).await;
        let error = accepted.read_u8().await.expect_err("nothing comes");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);

        let (mut peer, mut accepted) = pair(timeout, CancellationToken::new()).await;
        peer.write_u8(1).await.expect("it is connected");
        assert_eq!(accepted.read_u8().await.expect("it came"), 1);
        let error = accepted.read_u8().await.expect_err("one octet opens nothing");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);

        let (mut peer, mut accepted) = pair(timeout, CancellationToken::new()).await;
        let preface = [1; PREFACE_OCTETS];
        peer.write_all(&preface).await.expect("it is connected");
        let mut read = [0; PREFACE_OCTETS];
        accepted.read_exact(&mut read).await.expect("it came");
        assert_eq!(read, preface);
        let more = tokio::time::timeout(timeout * 3, accepted.read_u8()).await;
        assert!(more.is_err(), "it may be silent now");
    }

    #[tokio::test]
    async fn the_end_of_the_server_breaks_connections() {
        let ended = CancellationToken::new();
        let (_peer, mut accepted) = pair(Duration::from_secs(60), ended.clone()).await;
        let read = tokio::spawn(async move { accepted.read_u8().await });
        ended.cancel();
        let error = read.await.expect("no panic").expect_err("nothing can be read");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionAborted);
    }
}
