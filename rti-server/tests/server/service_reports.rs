//! Service reports that federates want in a file.

use hla::Call;
use rti_server::Config;

use crate::federate::{Federate, start};

#[tokio::test]
async fn service_reports_are_lines_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let service_report_folder = Some(folder.path().to_owned());
    let server = start(Config { service_report_folder, ..Config::default() }).await;
    let mut federate = Federate::joined(server.address(), "F", "A").await;
    for (call, outcome) in [
        (Call::SetSendServiceReportsToFileSwitch { value: true }, "ok"),
        (Call::SetServiceReportingSwitch { value: true }, "ok"),
        (Call::QueryLogicalTime, "ok"),
        (Call::DisableTimeRegulation, "TimeRegulationIsNotEnabled"),
    ] {
        assert_eq!(federate.outcome(call).await, outcome);
    }
    let report = folder.path().join("F-federate-1-services.jsonl");
    let report = std::fs::read_to_string(report).expect("reports are written at once");
    let services = report.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        (line["service"].as_str().unwrap_or_default().to_owned(), line["exception"].is_null())
    });
    let services: Vec<_> = services.collect();
    let expected = [("QueryLogicalTime", true), ("DisableTimeRegulation", false)];
    assert_eq!(services, expected.map(|(service, success)| (service.to_owned(), success)));
    server.shutdown().await;
}
