//! An API behind TLS, with a certificate that the system does not trust, and a token in a file.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use clipmeter_fixtures::certificates::Certificates;
use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_proto::v1::{FetchBatchResponse, Platform};
use tonic::transport::Identity;

use super::program::{output, scraper};
use super::setup::TOKEN;

async fn end_of(mut run: Command) -> (Option<i32>, String) {
    tokio::task::spawn_blocking(move || output(&mut run))
        .await
        .unwrap()
}

#[tokio::test]
async fn asvs_12_3_4_api_connection_trusts_only_given_ca_and_token_file() {
    let issued = Certificates::issue();
    let batch = FetchBatchResponse {
        lease_token: "lease-token".to_owned(),
        platform: Platform::Instagram.into(),
        ..FetchBatchResponse::default()
    };
    let api = FakeApi::start_as(Some(Identity::from_pem(&issued.certificate, &issued.key)));
    api.recorded.lock().unwrap().batch = batch;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let token = path("token", &format!("{TOKEN}\n"));
    let run = |authority: &std::path::Path| {
        let mut run = scraper(&api.url());
        run.env("CLIPMETER_RUN_TOKEN_FILE", &token)
            .env("CLIPMETER_API_CA", authority);
        run
    };

    let (code, log) = end_of(run(&path("ca.crt", &issued.authority))).await;
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(api.recorded.lock().unwrap().leases, 1);
    // The same authority in a variable, as in a Job.
    let mut in_variable = run(&token);
    in_variable
        .env_remove("CLIPMETER_API_CA")
        .env("CLIPMETER_API_CA_PEM", &issued.authority);
    let (code, log) = end_of(in_variable).await;
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(
        api.recorded.lock().unwrap().authorizations,
        BTreeSet::from([format!("Bearer {TOKEN}")])
    );
    assert_eq!(api.recorded.lock().unwrap().leases, 2);

    // An untrusted server is retried like an unreachable API, so the test does not wait for the run to end.
    let mut untrusting = run(&path("other.crt", &Certificates::issue().authority))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(untrusting.stderr.take().unwrap());
    let refusal = log
        .lines()
        .map(Result::unwrap)
        .find(|line| line.contains("the API is unavailable"));
    untrusting.kill().unwrap();
    untrusting.wait().unwrap();
    assert!(refusal.is_some());
    assert_eq!(api.recorded.lock().unwrap().leases, 2, "it received no token");
}
