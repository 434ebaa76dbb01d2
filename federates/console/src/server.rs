//! Listening, and the two ends that a federate holds.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hla_wire::generated::busbar::v1::console_server::ConsoleServer;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic_web::GrpcWebLayer;
use tower::ServiceBuilder;
use training_fom::FaultKind;

use crate::assets;
use crate::feed::{Feed, Shared};
use crate::layout::Layout;
use crate::orders::PendingOrder;
use crate::service::Pages;
use crate::state::State;

/// Orders that wait for the federate at most; a person gives one at a time.
const ORDERS_MAX: usize = 16;
/// How long pages may take to hang up when the console stops.
const STOP_MAX: Duration = Duration::from_secs(2);

/// How a console is served.
#[derive(Debug, Clone)]
pub struct ConsoleConfig {
    /// Where to listen; port 0 takes a free one, see [`Console::address`].
    pub listen: SocketAddr,
    /// The drawing of the station.
    pub layout: Layout,
    /// Types of short circuits that the exercise can simulate; pages are told of every other one
    /// that it is not yet built.
    pub fault_kinds: Vec<FaultKind>,
    /// Pages that may be open at once.
    pub pages_max: usize,
}

impl ConsoleConfig {
    /// Three-phase faults, 32 pages.
    pub fn new(listen: SocketAddr, layout: Layout) -> Self {
        Self { listen, layout, fault_kinds: vec![FaultKind::ThreePhase], pages_max: 32 }
    }
}

/// Why a console does not start.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    /// Somebody else listens there.
    #[error("{address} is in use by another program; stop it or give the console another port")]
    AddressInUse {
        /// Where it should listen.
        address: SocketAddr,
    },
    /// The operating system refuses for another reason.
    #[error("console cannot listen on {address}: {source}")]
    Listen {
        /// Where it should listen.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// No random numbers to name this process with.
    #[error("operating system gives no random numbers")]
    Random,
}

/// A running console; dropped, it stops.
#[derive(Debug)]
pub struct Console {
    address: SocketAddr,
    feed: Feed,
    orders: mpsc::Receiver<PendingOrder>,
    closing: DropGuard,
    serving: JoinHandle<io::Result<()>>,
}

impl Console {
    /// Listens, and serves pages from now on.
    ///
    /// # Errors
    /// `AddressInUse` and `Listen` name the address.
    pub async fn start(config: ConsoleConfig) -> Result<Self, ConsoleError> {
        let address = config.listen;
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => ConsoleError::AddressInUse { address },
            _ => ConsoleError::Listen { address, source },
        };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let name = getrandom::u64().map_err(|_| ConsoleError::Random)?;
        let shared = Shared::new(State::new(format!("{name:016x}")));
        let closing = CancellationToken::new();
        let (sender, orders) = mpsc::channel(ORDERS_MAX);
        let router = router(Pages {
            shared: Arc::clone(&shared),
            layout: Arc::new(config.layout),
            fault_kinds: config.fault_kinds.into(),
            orders: sender,
            places: Arc::new(Semaphore::new(config.pages_max)),
            closing: closing.clone(),
        });
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let stopped = closing.clone().cancelled_owned();
        let serving = tokio::spawn(
            axum::serve(listener, service).with_graceful_shutdown(stopped).into_future(),
        );
        tracing::info!(%address, "console listens");
        Ok(Self {
            address,
            feed: Feed::new(shared),
            orders,
            closing: closing.drop_guard(),
            serving,
        })
    }

    /// Where it listens, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The feeding end, for whoever reads the federation's callbacks.
    pub fn feed(&self) -> Feed {
        self.feed.clone()
    }

    /// The next order of a page; waits for one. Cancel safe. `None` once the server has failed.
    pub async fn next_order(&mut self) -> Option<PendingOrder> {
        self.orders.recv().await
    }

    /// Stops: tells pages that the stream is over and waits, for at most two seconds, until they
    /// have hung up.
    pub async fn stop(self) {
        let Self { closing, mut serving, orders, .. } = self;
        drop(closing);
        drop(orders);
        match timeout(STOP_MAX, &mut serving).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(error))) => tracing::warn!(%error, "console ended with an error"),
            Ok(Err(error)) => tracing::warn!(%error, "console ended with an error"),
            Err(_) => serving.abort(),
        }
    }
}

/// Everything on one port: calls of pages, the drawing, the page.
pub(crate) fn router(pages: Pages) -> Router {
    let layout = Arc::clone(&pages.layout);
    let calls = ServiceBuilder::new().layer(GrpcWebLayer::new()).service(ConsoleServer::new(pages));
    Router::new().route_service("/busbar.v1.Console/{method}", calls).merge(assets::router(layout))
}

#[cfg(test)]
mod tests;
