//! Whether the server wants work: the standard health service of gRPC.

use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

/// What health checks are told. The empty name stands for the server as a whole.
#[derive(Debug, Clone)]
pub struct Health {
    reporter: HealthReporter,
    services: Vec<&'static str>,
}

impl Health {
    /// Adds the health service to `routes`; these services are reported as serving from now on.
    pub(crate) async fn add_to(routes: Routes, services: &[&'static str]) -> (Self, Routes) {
        let (reporter, service) = tonic_health::server::health_reporter();
        let services = services.iter().copied().chain([""]).collect();
        let health = Self { reporter, services };
        health.set(ServingStatus::Serving).await;
        (health, routes.add_service(service))
    }

    /// Reports that the server takes no more work; whoever watches is told.
    pub async fn stop_serving(&self) {
        self.set(ServingStatus::NotServing).await;
    }

    async fn set(&self, status: ServingStatus) {
        for service in &self.services {
            self.reporter.set_service_status(*service, status).await;
        }
    }
}
