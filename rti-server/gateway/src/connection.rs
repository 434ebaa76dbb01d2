//! A TCP connection that cannot outstay its welcome.
//!
//! Whoever connects and says nothing, or not enough for the pings of the protocol to begin, would
//! hold a file descriptor for ever, and a peer whose network is cut would hold up the end of the
//! server: all are ended here, below the protocol.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::transport::server::{Connected, TcpConnectInfo};

/// Octets by which a client of HTTP/2 opens a connection.
pub(crate) const PREFACE_OCTETS: usize = 24;

/// A TCP stream that fails when its peer does not open the protocol, or when the server has ended.
#[derive(Debug)]
pub struct GuardedStream {
    stream: TcpStream,
    /// Until when how many octets have to come.
    opening: Option<(Pin<Box<Sleep>>, usize)>,
    ended: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl GuardedStream {
    pub(crate) fn new(
        stream: TcpStream,
        opening_timeout: Duration,
        ended: CancellationToken,
    ) -> Self {
        let timeout = Box::pin(tokio::time::sleep(opening_timeout));
        Self {
            stream,
            opening: Some((timeout, PREFACE_OCTETS)),
            ended: Box::pin(ended.cancelled_owned()),
        }
    }

    fn check_end(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.ended.as_mut().poll(context) {
            Poll::Ready(()) => {
                Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the server has ended"))
            }
            Poll::Pending => Ok(()),
        }
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_end(context)?;
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some((timeout, missing)) = &mut self.opening else { return read };
        *missing = missing.saturating_sub(buffer.filled().len() - before);
        if *missing == 0 {
            self.opening = None;
        } else if read.is_pending() && timeout.as_mut().poll(context).is_ready() {
            let error = io::Error::new(io::ErrorKind::TimedOut, "the peer did not open in time");
            return Poll::Ready(Err(error));
        }
        read
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_end(context)?;
        Pin::new(&mut self.stream).poll_write(context, buffer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check_end(context)?;
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check_end(context)?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Connected for GuardedStream {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        self.stream.connect_info()
    }
}
