use std::future::Future;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use federate_sdk::virtual_time::{Speed, VirtualTime};
use hla_wire::generated::busbar::v1 as wire;
use hla_wire::generated::busbar::v1::console_client::ConsoleClient;
use prost::Message;
use tokio::time::Instant;
use tonic::transport::Channel;
use tower::ServiceExt;
use training_fom::{Alarm, RunState};

use super::*;
use crate::feed::RunStatus;
use crate::orders::Order;

async fn console() -> Console {
    let layout = Layout::builtin("ts220").expect("shipped");
    let config = ConsoleConfig::new(([127, 0, 0, 1], 0).into(), layout);
    Console::start(config).await.expect("a free port")
}

async fn page_of(console: &Console) -> ConsoleClient<Channel> {
    let address = Channel::from_shared(format!("http://{}", console.address()));
    ConsoleClient::new(address.expect("an address").connect().await.expect("it listens"))
}

async fn soon<T>(wanted: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(10), wanted).await.expect("within ten seconds")
}

fn run(micros: i64) -> RunStatus {
    RunStatus {
        state: RunState::Running,
        time: VirtualTime::from_micros(micros),
        speed: Speed::Max,
        actual_speed: 0.0,
        waiting_for: Vec::new(),
        scenario: String::new(),
    }
}

fn order(order: wire::order_request::Order) -> wire::OrderRequest {
    wire::OrderRequest { order: Some(order) }
}

fn pause() -> wire::OrderRequest {
    order(wire::order_request::Order::Pause(wire::PauseRun {}))
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let first = console().await;
    let layout = Layout::builtin("ts220").expect("shipped");
    let second = Console::start(ConsoleConfig::new(first.address(), layout)).await;
    let told = second.expect_err("taken").to_string();
    let address = first.address();
    assert_eq!(
        told,
        format!("{address} is in use by another program; stop it or give the console another port")
    );
}

#[tokio::test]
async fn a_page_sees_the_snapshot_then_changes_at_most_ten_times_a_second() {
    let console = console().await;
    let feed = console.feed();
    feed.run(run(1));
    let mut page = page_of(&console).await;
    let mut frames = soon(page.watch(wire::WatchRequest {})).await.expect("served").into_inner();
    let snapshot = soon(frames.message()).await.expect("frame").expect("frame");
    assert!(snapshot.snapshot);
    let begun = Instant::now();
    let mut revision = snapshot.revision;
    let mut micros = 1;
    for _ in 0..5 {
        let changes = async {
            loop {
                micros += 1;
                feed.run(run(micros));
                tokio::task::yield_now().await;
            }
        };
        let frame = tokio::select! {
            frame = soon(frames.message()) => frame.expect("frame").expect("frame"),
            () = changes => unreachable!("it changes for ever"),
        };
        assert_eq!(frame.follows, revision);
        revision = frame.revision;
    }
    assert!(begun.elapsed() >= Duration::from_millis(490), "{:?}", begun.elapsed());
    assert!(micros > 50, "many changes made few frames: {micros}");
}

#[tokio::test]
async fn a_page_hears_from_the_server_although_nothing_changes() {
    let console = console().await;
    let mut page = page_of(&console).await;
    let mut frames = page.watch(wire::WatchRequest {}).await.expect("served").into_inner();
    let snapshot = soon(frames.message()).await.expect("frame").expect("frame");
    let sign = soon(frames.message()).await.expect("frame").expect("frame");
    assert_eq!((sign.follows, sign.revision), (snapshot.revision, snapshot.revision));
    assert!(sign.run.is_none() && !sign.snapshot);
}

#[tokio::test]
async fn orders_are_answered_by_whoever_holds_the_console() {
    let mut console = console().await;
    let mut page = page_of(&console).await;
    let asked = tokio::spawn(async move {
        let first = page.order(pause()).await.expect("answered").into_inner();
        let second = page.order(pause()).await.expect("answered").into_inner();
        let third = page.order(pause()).await.expect("answered").into_inner();
        (first, second, third)
    });
    let pending = soon(console.next_order()).await.expect("an order");
    assert_eq!(pending.order(), &Order::Pause);
    assert!(pending.origin().starts_with("127.0.0.1:"), "{}", pending.origin());
    pending.accept();
    soon(console.next_order()).await.expect("an order").refuse("the exercise has ended");
    drop(soon(console.next_order()).await.expect("an order"));
    let (first, second, third) = soon(asked).await.expect("answers");
    assert_eq!((first.accepted, first.reason.as_str()), (true, ""));
    assert_eq!((second.accepted, second.reason.as_str()), (false, "the exercise has ended"));
    assert!(!third.accepted && third.reason.contains("without an answer"));
}

#[tokio::test]
async fn orders_that_nobody_takes_are_bounded() {
    let console = console().await;
    let page = page_of(&console).await;
    let waiting: Vec<_> = (0..ORDERS_MAX)
        .map(|_| {
            let mut page = page.clone();
            tokio::spawn(async move { page.order(pause()).await })
        })
        .collect();
    let mut other = page.clone();
    let refused = soon(async {
        loop {
            let asked = timeout(Duration::from_millis(50), other.order(pause())).await;
            if let Ok(Ok(answer)) = asked {
                return answer.into_inner().reason;
            }
        }
    });
    assert_eq!(refused.await, "too many orders wait already; try again");
    waiting.iter().for_each(|asked| asked.abort());
}

#[tokio::test]
async fn a_fault_that_is_not_yet_built_is_refused_without_asking_the_exercise() {
    let console = console().await;
    let mut page = page_of(&console).await;
    let fault = wire::InjectFault {
        target: "L1".into(),
        fraction: 0.5,
        kind: wire::ShortCircuit::LineToGround.into(),
        ..Default::default()
    };
    let fault = order(wire::order_request::Order::InjectFault(fault));
    let answer = soon(page.order(fault)).await.expect("answered").into_inner();
    assert_eq!(
        (answer.accepted, answer.reason.as_str()),
        (false, "not yet built: line-to-ground faults")
    );
}

#[tokio::test]
async fn pages_beyond_the_limit_are_refused_and_a_closed_page_makes_room() {
    let layout = Layout::builtin("ts220").expect("shipped");
    let config =
        ConsoleConfig { pages_max: 1, ..ConsoleConfig::new(([127, 0, 0, 1], 0).into(), layout) };
    let console = Console::start(config).await.expect("a free port");
    let mut page = page_of(&console).await;
    let first = page.watch(wire::WatchRequest {}).await.expect("the first page");
    let second = page.watch(wire::WatchRequest {}).await.expect_err("the second page");
    assert_eq!(second.code(), tonic::Code::ResourceExhausted);
    drop(first);
    soon(async { while page.watch(wire::WatchRequest {}).await.is_err() {} }).await;
}

#[tokio::test]
async fn stopping_ends_the_streams_of_pages() {
    let console = console().await;
    let mut page = page_of(&console).await;
    let mut frames = page.watch(wire::WatchRequest {}).await.expect("served").into_inner();
    soon(frames.message()).await.expect("frame").expect("the snapshot");
    let address = console.address();
    soon(console.stop()).await;
    soon(async { while let Ok(Some(_)) = frames.message().await {} }).await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "it listens no more");
}

/// What a browser sends: HTTP/1.1 and a message with five octets before it.
fn from_browser(method: &str, message: &impl Message) -> Request<Body> {
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).expect("short");
    let framed = [&[0][..], &length.to_be_bytes(), &message].concat();
    Request::post(format!("/busbar.v1.Console/{method}"))
        .header(header::CONTENT_TYPE, "application/grpc-web+proto")
        .body(Body::from(framed))
        .expect("a request")
}

fn pages(shared: &Arc<Shared>) -> (Pages, mpsc::Receiver<PendingOrder>) {
    let (orders, taken) = mpsc::channel(ORDERS_MAX);
    let pages = Pages {
        shared: Arc::clone(shared),
        layout: Arc::new(Layout::builtin("ts220").expect("shipped")),
        fault_kinds: [FaultKind::ThreePhase].into(),
        orders,
        places: Arc::new(Semaphore::new(1)),
        closing: CancellationToken::new(),
    };
    (pages, taken)
}

#[tokio::test]
async fn a_browser_makes_calls_over_grpc_web() {
    let shared = Shared::new(State::new("server".into()));
    let (pages, mut taken) = pages(&shared);
    let fault = wire::InjectFault {
        target: "F911".into(),
        fraction: 0.5,
        kind: wire::ShortCircuit::ThreePhase.into(),
        ..Default::default()
    };
    let request = from_browser("Order", &order(wire::order_request::Order::InjectFault(fault)));
    let answering = tokio::spawn(router(pages).oneshot(request));
    let pending = soon(taken.recv()).await.expect("an order");
    assert!(matches!(pending.order(), Order::InjectFault(fault) if fault.target == "F911"));
    pending.refuse("not now");
    let response = soon(answering).await.expect("runs").expect("answers");
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/grpc-web+proto");
    let body = to_bytes(response.into_body(), 10_000).await.expect("a body");
    let length =
        usize::try_from(u32::from_be_bytes(body[1..5].try_into().expect("four"))).expect("small");
    let answer = wire::OrderResponse::decode(&body[5..5 + length]).expect("an answer");
    assert_eq!((answer.accepted, answer.reason.as_str()), (false, "not now"));
    let trailers = String::from_utf8_lossy(&body[5 + length..]).into_owned();
    assert!(trailers.contains("grpc-status:0"), "{trailers}");
}

#[tokio::test]
async fn the_drawing_comes_from_the_same_port() {
    let shared = Shared::new(State::new("server".into()));
    let (pages, _taken) = pages(&shared);
    let request = Request::get("/layout.json").body(Body::empty()).expect("a request");
    let response = router(pages).oneshot(request).await.expect("answers");
    let body = to_bytes(response.into_body(), 1_000_000).await.expect("a body");
    let text = String::from_utf8(body.to_vec()).expect("text");
    assert_eq!(Layout::parse(&text).expect("a drawing").station(), "ts220");
}

#[tokio::test]
async fn an_event_reaches_a_page_with_its_stamp() {
    let console = console().await;
    let stamp = VirtualTime::from_micros(9_007_199_254_740_993);
    let text = |text: &str| text.to_owned();
    let alarm = Alarm { stamp, source: text("P911.79"), code: text("c"), text: text("locked out") };
    console.feed().event(&alarm.into());
    let mut page = page_of(&console).await;
    let mut frames = page.watch(wire::WatchRequest {}).await.expect("served").into_inner();
    let snapshot = soon(frames.message()).await.expect("frame").expect("frame");
    assert_eq!(snapshot.events[0].stamp_us, 9_007_199_254_740_993);
    assert_eq!(snapshot.events[0].detail, "locked out");
}
