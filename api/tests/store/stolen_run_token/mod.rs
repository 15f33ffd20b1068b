//! Tests of an attacker with the token of a scraper pod: calls over a real connection that a scraper would not make.

mod discoveries;
mod foreign;
mod sessions;
mod token;

use std::collections::BTreeSet;
use std::time::Duration;

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    FetchBatchRequest, FetchBatchResponse, Outcome, Platform, ReportRequest, Session, SessionReport,
    TakeSessionRequest, UnitReport,
};
use tonic::Status;
use tonic::transport::Channel;
use uuid::Uuid;

use crate::grpc::{serve, with};

/// Number of sessions in the pool.
const POOL: usize = 8;

/// A holder of one run's token, who may send anything.
struct Attacker {
    ingest: IngestClient<Channel>,
    bearer: String,
    run: Uuid,
    batch: FetchBatchResponse,
    sequence: u64,
    /// All sessions whose value the attacker has received.
    seen: BTreeSet<i64>,
}

impl Attacker {
    /// Creates a new run of these accounts.
    async fn of(world: &World, accounts: &[i64]) -> Self {
        let ids: Vec<Id> = accounts.iter().copied().map(Id::AccountId).collect();
        let (run, _) = world.open(Platform::Instagram, &ids).await;
        let mut attacker = Self {
            ingest: IngestClient::new(serve(world).await),
            bearer: world.api.run_token(run).unwrap(),
            run,
            batch: FetchBatchResponse::default(),
            sequence: 0,
            seen: BTreeSet::new(),
        };
        attacker.lease("").await.unwrap();
        attacker
    }

    /// Leases the run, again if its lease has expired.
    async fn lease(&mut self, source_address: &str) -> Result<(), Status> {
        let request = FetchBatchRequest {
            run_id: self.run.to_string(),
            lease_token: self.batch.lease_token.clone(),
            source_address: source_address.to_owned(),
        };
        let response = self.ingest.fetch_batch(with(&self.bearer, request)).await?;
        let batch = response.into_inner();
        if batch.lease_token != self.batch.lease_token {
            self.sequence = 0;
        }
        self.batch = batch;
        Ok(())
    }

    fn unit(&self, at: usize) -> i64 {
        self.batch.units[at].unit_id
    }

    async fn take(&mut self, unit_id: i64, refused: &[i64]) -> Option<Session> {
        let request = TakeSessionRequest {
            run_id: self.run.to_string(),
            lease_token: self.batch.lease_token.clone(),
            unit_id,
            refused: refused.to_vec(),
        };
        let response = self
            .ingest
            .take_session(with(&self.bearer, request))
            .await
            .unwrap();
        let session = response.into_inner().session;
        self.seen.extend(session.as_ref().map(|leased| leased.session_id));
        session
    }

    /// Sends one report and waits until it is stored or refused.
    async fn send(&mut self, body: Body) -> Result<(), Status> {
        self.sequence += 1;
        let message = ReportRequest {
            run_id: self.run.to_string(),
            lease_token: self.batch.lease_token.clone(),
            sequence: self.sequence,
            body: Some(body),
        };
        let messages = tokio_stream::iter([message]);
        let mut responses = self
            .ingest
            .report(with(&self.bearer, messages))
            .await?
            .into_inner();
        responses.message().await.map(drop)
    }

    async fn report_session(&mut self, session_id: i64, outcome: Outcome) {
        let report = SessionReport {
            session_id,
            outcome: outcome.into(),
            ..SessionReport::default()
        };
        self.send(Body::Session(report)).await.unwrap();
    }

    async fn end(&mut self, unit_id: i64, outcome: Outcome) {
        let report = UnitReport {
            unit_id,
            outcome: outcome.into(),
            ..UnitReport::default()
        };
        self.send(Body::Unit(report)).await.unwrap();
    }
}

/// Lets the leases of all runs expire.
fn outlive_leases(world: &World) {
    world.clock.advance(Duration::from_mins(1));
}
