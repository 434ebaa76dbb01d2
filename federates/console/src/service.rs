//! The gRPC side of a page: its stream of frames, its trends, its orders.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use futures::{Stream, stream};
use hla_wire::generated::busbar::v1 as wire;
use hla_wire::generated::busbar::v1::console_server::Console as ConsoleService;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};
use training_fom::FaultKind;

use crate::feed::Shared;
use crate::layout::Layout;
use crate::orders::{Order, PendingOrder};
use crate::state::Cursor;

/// Ten frames a second: more than a person sees, less than a browser minds.
const FRAME_GAP: Duration = Duration::from_millis(100);
/// Three of these missing is how a page knows that the connection is lost.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// How long an order waits for its answer.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// What every page is served from.
#[derive(Debug, Clone)]
pub(crate) struct Pages {
    pub(crate) shared: Arc<Shared>,
    pub(crate) layout: Arc<Layout>,
    pub(crate) fault_kinds: Arc<[FaultKind]>,
    pub(crate) orders: mpsc::Sender<PendingOrder>,
    pub(crate) places: Arc<Semaphore>,
    pub(crate) closing: CancellationToken,
}

/// One page's stream.
struct PageStream {
    shared: Arc<Shared>,
    revisions: watch::Receiver<u64>,
    cursor: Cursor,
    closing: CancellationToken,
    /// When the last frame was sent.
    sent: Option<Instant>,
    _place: OwnedSemaphorePermit,
}

impl PageStream {
    /// The next frame; `None` when the server closes.
    async fn next(&mut self) -> Option<wire::Frame> {
        let closing = self.closing.clone();
        tokio::select! {
            () = closing.cancelled() => None,
            frame = self.due() => Some(frame),
        }
    }

    async fn due(&mut self) -> wire::Frame {
        if let Some(sent) = self.sent {
            sleep_until(sent + FRAME_GAP).await;
            if !self.shared.state().has_older_rows(&self.cursor) {
                tokio::select! {
                    // The sender lives in `shared`, so this cannot fail and return too early.
                    _ = self.revisions.changed() => {}
                    () = sleep_until(sent + SIGN_OF_LIFE) => {}
                }
            }
        }
        self.sent = Some(Instant::now());
        self.revisions.mark_unchanged();
        let state = self.shared.state();
        state.frame(&mut self.cursor).unwrap_or_else(|| state.sign_of_life(&self.cursor))
    }
}

#[tonic::async_trait]
impl ConsoleService for Pages {
    type WatchStream = Pin<Box<dyn Stream<Item = Result<wire::Frame, Status>> + Send>>;

    async fn watch(
        &self,
        _request: Request<wire::WatchRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Status::resource_exhausted("too many pages are open; close one"))?;
        let page = PageStream {
            shared: Arc::clone(&self.shared),
            revisions: self.shared.revisions(),
            cursor: Cursor::default(),
            closing: self.closing.clone(),
            sent: None,
            _place: place,
        };
        let frames = stream::unfold(page, |mut page| async move {
            let frame = page.next().await?;
            Some((Ok(frame), page))
        });
        Ok(Response::new(Box::pin(frames)))
    }

    async fn trend(
        &self,
        request: Request<wire::TrendRequest>,
    ) -> Result<Response<wire::TrendResponse>, Status> {
        Ok(Response::new(self.shared.state().trend(request.get_ref())))
    }

    async fn order(
        &self,
        request: Request<wire::OrderRequest>,
    ) -> Result<Response<wire::OrderResponse>, Status> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let origin = peer.map_or_else(|| "unknown".to_owned(), |peer| peer.0.to_string());
        let answer = match Order::read(request.into_inner(), &self.layout, &self.fault_kinds) {
            Ok(order) => self.decide(order, origin).await,
            Err(reason) => Err(reason),
        };
        let reason = answer.err();
        Ok(Response::new(wire::OrderResponse {
            accepted: reason.is_none(),
            reason: reason.unwrap_or_default(),
        }))
    }
}

impl Pages {
    async fn decide(&self, order: Order, origin: String) -> Result<(), String> {
        tracing::info!(?order, origin, "order of a page");
        let (pending, answered) = PendingOrder::new(order, origin);
        self.orders.try_send(pending).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                "too many orders wait already; try again".to_owned()
            }
            mpsc::error::TrySendError::Closed(_) => {
                "the exercise takes no orders any more".to_owned()
            }
        })?;
        match timeout(ANSWER_MAX, answered).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err("the exercise dropped the order without an answer".into()),
            // It may still be carried out: the page must not take this for a refusal.
            Err(_) => Err(format!(
                "no answer within {} s; watch whether it is done",
                ANSWER_MAX.as_secs()
            )),
        }
    }
}
