//! Wall-clock figures over loopback, beside a floor that is measured in the same run: a raw TCP
//! ping-pong of the same size.
//!
//! Nothing here fails for being slow, because a shared machine decides that as much as the code
//! does: the ratio to the floor is what to compare between two commits. Run it with
//! `cargo xtask bench`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use federate_sdk::hla::{
    Call, Callback, FomModule, HlaInteger64Time, LogicalTime, ObjectInstanceHandle,
    TimeImplementation, Values,
};
use federate_sdk::{ConnectOptions, Connection, Federate, JoinOptions, ObjectClass, object_type};
use rti_server::{Config, Server};

/// Octets of a value, and of a message of the floor.
const PAYLOAD_BYTES: usize = 64;
const ROUND_TRIPS: usize = 20_000;
const REPEATS: usize = 5;

object_type! {
    /// What goes to and fro.
    Ball = "Ball" {
        /// Opaque.
        payload: Vec<u8> = "Payload",
    }
}

/// Runs a future on a thread's own runtime, as a federate process would.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future)
}

/// A server on a thread of its own; it runs until the process ends.
fn server() -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        block_on(async {
            let listen = SocketAddr::from(([127, 0, 0, 1], 0));
            let config = Config { listen, ..Config::default() };
            let mut server = Server::start(config).await.expect("starts");
            sender.send(server.address()).expect("somebody waits");
            server.failed().await;
        });
    });
    receiver.recv().expect("the server starts")
}

async fn join(address: SocketAddr, federation: &str, name: &str) -> Federate {
    let address = address.to_string();
    let open = Connection::connect(&address, ConnectOptions::default());
    let mut connection = open.await.expect("connects");
    let content = include_bytes!("Ping.xml").as_slice().into();
    let module = FomModule::File { name: "Ping.xml".into(), content };
    let time = TimeImplementation::Integer64;
    connection.ensure_federation_execution(federation, vec![module], time).await.expect("is there");
    let player = JoinOptions::of_type("player").named(name);
    connection.join_federation_execution(federation, player).await.expect("joins")
}

/// Median, and the time below which 99 of 100 are.
fn percentiles(mut samples: Vec<Duration>) -> (Duration, Duration) {
    samples.sort_unstable();
    (samples[samples.len() / 2], samples[samples.len() * 99 / 100])
}

/// Round trips of raw TCP between two threads.
fn tcp_round_trips() -> Vec<Duration> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("bound");
    let echo = std::thread::spawn(move || {
        let (mut peer, _) = listener.accept().expect("connects");
        peer.set_nodelay(true).expect("a socket");
        let mut message = [0; PAYLOAD_BYTES];
        while peer.read_exact(&mut message).is_ok() {
            peer.write_all(&message).expect("taken");
        }
    });
    let mut peer = TcpStream::connect(address).expect("listens");
    peer.set_nodelay(true).expect("a socket");
    let mut message = [1; PAYLOAD_BYTES];
    let samples = (0..ROUND_TRIPS)
        .map(|_| {
            let start = Instant::now();
            peer.write_all(&message).expect("taken");
            peer.read_exact(&mut message).expect("comes back");
            start.elapsed()
        })
        .collect();
    drop(peer);
    echo.join().expect("ends");
    samples
}

/// A player: its own ball to hit, the other's to see.
struct Player {
    federate: Federate,
    hit: Call,
}

impl Player {
    async fn new(address: SocketAddr, name: &str) -> Self {
        let mut federate = join(address, "ping", name).await;
        let class = ObjectClass::<Ball>::resolve(&mut federate).await.expect("in the FOM");
        class.publish(&mut federate).await.expect("published");
        class.subscribe(&mut federate).await.expect("subscribed");
        let own = federate.register_object_instance(class.handle()).await.expect("registered");
        let hit = Self::call(own, &class);
        Self { federate, hit }
    }

    fn call(own: ObjectInstanceHandle, class: &ObjectClass<Ball>) -> Call {
        let values = Values::from_pairs([(class.attributes()[0], [7; PAYLOAD_BYTES])]);
        Call::UpdateAttributeValues {
            object_instance: own,
            values,
            tag: Default::default(),
            time: None,
        }
    }

    async fn hit(&mut self) {
        self.federate.post(&self.hit).await.expect("sent");
    }

    async fn see(&mut self) {
        loop {
            let callback = self.federate.next_callback().await.expect("joined");
            if matches!(callback, Callback::ReflectAttributeValues { .. }) {
                return;
            }
        }
    }
}

/// Round trips update -> reflect -> update -> reflect between two federates.
fn update_round_trips(address: SocketAddr) -> Vec<Duration> {
    let (ready, is_ready) = std::sync::mpsc::channel();
    let other = std::thread::spawn(move || {
        block_on(async {
            let mut player = Player::new(address, "far").await;
            ready.send(()).expect("somebody waits");
            for _ in 0..ROUND_TRIPS {
                player.see().await;
                player.hit().await;
            }
            player.federate.settle().await.expect("answered");
        });
    });
    is_ready.recv().expect("joins");
    let samples = block_on(async {
        let mut player = Player::new(address, "near").await;
        let mut samples = Vec::with_capacity(ROUND_TRIPS);
        for _ in 0..ROUND_TRIPS {
            let start = Instant::now();
            player.hit().await;
            player.see().await;
            samples.push(start.elapsed());
        }
        samples
    });
    other.join().expect("ends");
    samples
}

/// Two federates that regulate and are constrained advance in lockstep; grants of both a second.
fn grants_per_second(address: SocketAddr) -> f64 {
    // Neither may advance alone before the other regulates.
    let both = Arc::new(Barrier::new(2));
    let player = |name: &'static str| {
        let both = both.clone();
        std::thread::spawn(move || {
            block_on(async {
                let mut federate = join(address, "lockstep", name).await;
                let time = |micros: i64| LogicalTime::from(HlaInteger64Time(micros));
                federate.become_time_constrained().await.expect("constrained");
                federate.become_time_regulating(time(1)).await.expect("regulating");
                both.wait();
                let start = Instant::now();
                for step in 1..=ROUND_TRIPS {
                    let step = i64::try_from(step).expect("small");
                    federate.time_advance_request(time(step)).await.expect("asked");
                    while !matches!(
                        federate.next_callback().await.expect("joined"),
                        Callback::TimeAdvanceGrant { .. }
                    ) {}
                }
                start.elapsed()
            })
        })
    };
    let players = [player("one"), player("two")];
    let longest = players.map(|player| player.join().expect("ends")).into_iter().max();
    2.0 * ROUND_TRIPS as f64 / longest.expect("two players").as_secs_f64()
}

#[test]
#[ignore = "wall-clock figures, run by `cargo xtask bench`"]
fn update_round_trip_and_grants_beside_raw_tcp() {
    println!("{PAYLOAD_BYTES} octets, {ROUND_TRIPS} round trips over loopback, {REPEATS} repeats");
    println!("raw TCP p50 / p99   update-reflect round trip p50 / p99   ratio p50   grants/s");
    for _ in 0..REPEATS {
        let address = server();
        let (tcp, tcp_99) = percentiles(tcp_round_trips());
        let (update, update_99) = percentiles(update_round_trips(address));
        let ratio = update.as_secs_f64() / tcp.as_secs_f64();
        let grants = grants_per_second(address);
        println!(
            "{tcp:>8.1?} / {tcp_99:>8.1?}   {update:>18.1?} / {update_99:>8.1?}   {ratio:>17.1}   {grants:>10.0}"
        );
    }
}
