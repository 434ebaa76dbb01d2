//! The SDK against a whole server in this process.

mod callback_models;
mod connecting;
mod exchange;
mod kernel;
mod support;
mod surface;
mod times;

use std::net::{Ipv4Addr, SocketAddr};

use federate_sdk::hla::{FomModule, TimeImplementation};
use federate_sdk::{ConnectOptions, Connection, Federate, JoinOptions};
use rti_server::{Config, Running, Server};

/// The FOM of the server's own tests.
fn bay_fom() -> FomModule {
    let content: &[u8] = include_bytes!("../../../../rti-server/testdata/Bay.xml");
    FomModule::File { name: "Bay.xml".into(), content: content.into() }
}

async fn start(listen: SocketAddr) -> Running {
    Server::start(Config { listen, ..Config::default() }).await.expect("the port is free")
}

/// A server on a free port, and its address as a person writes it.
async fn start_anywhere() -> (Running, String) {
    let server = start((Ipv4Addr::LOCALHOST, 0).into()).await;
    let address = server.address().to_string();
    (server, address)
}

async fn connect(address: &str) -> Connection {
    Connection::connect(address, ConnectOptions::default()).await.expect("anybody may connect")
}

/// Joins federation `F` on integer time, after making sure that it exists.
async fn joined(address: &str, name: &str) -> Federate {
    let mut connection = connect(address).await;
    let time = TimeImplementation::Integer64;
    let created = connection.ensure_federation_execution("F", vec![bay_fom()], time).await;
    created.expect("the FOM is one");
    let bay = JoinOptions::of_type("bay").named(name);
    connection.join_federation_execution("F", bay).await.expect("the name is free")
}
