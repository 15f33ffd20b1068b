//! Tests of a compromised scraper: an attacker with the token of one run sends arbitrary reports over gRPC.

mod accounts;
mod bounds;
mod collaborations;
mod content;
mod posts;
mod videos;

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    FetchBatchRequest, Observation, Outcome, PageReport, Platform, Profile, ReportRequest,
    StorePicturesRequest, UnitReport,
};
use tonic::transport::Channel;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::grpc::{serve, with};

/// An attacker with the token of a run, who calls the real server.
pub(crate) struct Attacker {
    ingest: IngestClient<Channel>,
    token: String,
    run: Uuid,
    lease_token: String,
    units: Vec<i64>,
    sequence: u64,
    now: i64,
}

impl Attacker {
    /// Leases a run for these units, in this order.
    pub(crate) async fn of(world: &World, platform: Platform, ids: &[Id]) -> Self {
        let (run, units) = world.open(platform, ids).await;
        assert_eq!(usize::try_from(units).unwrap(), ids.len());
        let token = world.api.run_token(run).unwrap();
        let mut ingest = IngestClient::new(serve(world).await);
        let fetch = FetchBatchRequest {
            run_id: run.to_string(),
            ..FetchBatchRequest::default()
        };
        let batch = ingest
            .fetch_batch(with(&token, fetch))
            .await
            .unwrap()
            .into_inner();
        Self {
            ingest,
            token,
            run,
            lease_token: batch.lease_token,
            units: batch.units.iter().map(|unit| unit.unit_id).collect(),
            sequence: 0,
            now: world.api.runs().now().timestamp(),
        }
    }

    pub(crate) fn run(&self) -> Uuid {
        self.run
    }

    pub(crate) fn lease_token(&self) -> &str {
        &self.lease_token
    }

    /// Returns how many pictures were stored.
    pub(crate) async fn store_pictures(&self, request: StorePicturesRequest) -> Result<u32, Status> {
        let mut ingest = self.ingest.clone();
        let response = ingest.store_pictures(with(&self.token, request)).await?;
        Ok(response.into_inner().stored)
    }

    pub(crate) fn unit(&self) -> i64 {
        self.units[0]
    }

    /// Sends one message on a new stream.
    pub(crate) async fn send(&mut self, body: Body) -> Result<u64, Status> {
        let request = self.request(body);
        let stream = tokio_stream::iter([request]);
        let mut responses = self.ingest.report(with(&self.token, stream)).await?.into_inner();
        let response = responses
            .message()
            .await?
            .ok_or_else(|| Status::cancelled("no response"))?;
        Ok(response.acknowledged)
    }

    pub(crate) fn request(&mut self, body: Body) -> ReportRequest {
        self.sequence += 1;
        ReportRequest {
            run_id: self.run.to_string(),
            lease_token: self.lease_token.clone(),
            sequence: self.sequence,
            body: Some(body),
        }
    }

    pub(crate) async fn page(
        &mut self,
        profile: Option<Profile>,
        observations: Vec<Observation>,
    ) -> Result<u64, Status> {
        let page = self.page_of(profile, observations);
        self.send(Body::Page(page)).await
    }

    pub(crate) fn page_of(&self, profile: Option<Profile>, observations: Vec<Observation>) -> PageReport {
        PageReport {
            unit_id: self.unit(),
            observed_at: self.now,
            profile,
            observations,
            ..PageReport::default()
        }
    }

    pub(crate) fn end_of(&self, outcome: Outcome) -> UnitReport {
        UnitReport {
            unit_id: self.unit(),
            outcome: outcome.into(),
            observed_at: self.now,
            ..UnitReport::default()
        }
    }

    pub(crate) async fn end(&mut self, end: UnitReport) -> Result<u64, Status> {
        self.send(Body::Unit(end)).await
    }
}

/// Returns all rows of collected data, except those of runs, as text.
pub(crate) async fn collected(world: &World) -> String {
    let mut all = String::new();
    for table in [
        "platform_accounts",
        "posts",
        "post_metrics",
        "account_counters",
        "account_days",
        "post_days",
        "tracked_accounts",
        "tracked_videos",
        "suspected_removals",
        "boosted_posts",
        "crawl_checkpoints",
        "captured_responses",
        "post_links",
    ] {
        let query =
            format!("SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') FROM {table} t");
        let rows: String = world.one(&query).await;
        all.extend([table, "\n", &rows, "\n"]);
    }
    all
}

/// The status is a refusal of this field.
pub(crate) fn assert_refused(result: Result<u64, Status>, field: &str) {
    let status = result.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument, "{field}: {status:?}");
    let named = format!("{field}: ");
    assert!(
        status.message().starts_with(&named),
        "{field}: {}",
        status.message()
    );
}
