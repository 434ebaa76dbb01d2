//! What operators see and ask of a server.
//!
//! [`services`] makes two gRPC services: `busbar.v1.Operator`, answered from the runtime's views,
//! and [`Health`], the standard `grpc.health.v1`, which turns to "not serving" before anything else ends.
//! Nothing here changes a federation. The status page and metrics belong here as well and do not
//! exist yet.

mod health;
mod operator_api;

use std::sync::Arc;

use rti_runtime::Lobby;
use tonic::service::Routes;

pub use health::Health;

/// The services of this crate, to be served beside others: health checks are told that those of
/// the names in `others` serve as well.
pub async fn services(lobby: Arc<Lobby>, others: &[&'static str]) -> (Health, Routes) {
    let routes = operator_api::add_to(Routes::default(), lobby);
    let names: Vec<_> = others.iter().copied().chain([operator_api::SERVICE_NAME]).collect();
    Health::add_to(routes, &names).await
}
