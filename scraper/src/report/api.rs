//! The gRPC client of the service `Ingest`.

use std::time::Duration;

use clipmeter_proto::Bearer;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    Platform, Session, Unit,
};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Status};

use super::patience::Patience;
use crate::config::RunConfig;
use crate::error::ScraperError;

/// A call that is not answered by then is made again. The API answers within milliseconds unless it is being restarted.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);
/// How soon a connection that silently died is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

pub(super) type Client = IngestClient<InterceptedService<Channel, Bearer>>;

/// The right to work a run. Its token fences out scrapers that were given up for dead.
#[derive(Clone)]
pub struct Lease {
    /// UUID of the run.
    pub run_id: String,
    /// Sent with every call.
    pub token: String,
    /// How long the lease lasts after the last sign of life.
    pub length: Duration,
}

impl std::fmt::Debug for Lease {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lease")
            .field("run_id", &self.run_id)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// What leasing a run yields.
pub enum Leased {
    /// Work.
    Batch {
        /// The right to do it.
        lease: Lease,
        /// Where it is done.
        platform: Platform,
        /// Units without an outcome.
        units: Vec<Unit>,
        /// Instagram only.
        session: Option<Session>,
    },
    /// Somebody else ended the run; there is nothing left to do.
    Ended,
}

/// The API as a scraper sees it. Nothing is sent before the first call; a lost connection is made again by itself.
#[derive(Clone)]
pub struct Api {
    client: Client,
}

impl Api {
    /// Prepares the client.
    pub fn new(config: &RunConfig) -> Result<Self, ScraperError> {
        let channel = clipmeter_proto::endpoint(&config.args.api, config.args.api_ca.as_deref())?
            .connect_timeout(CALL_TIMEOUT)
            .http2_keep_alive_interval(KEEP_ALIVE)
            .keep_alive_timeout(KEEP_ALIVE)
            .keep_alive_while_idle(true)
            .connect_lazy();
        Ok(Self {
            client: IngestClient::with_interceptor(channel, Bearer(config.token.clone())),
        })
    }

    /// Takes the lease of the run, waiting while another scraper holds it or the API is away.
    pub async fn lease(&self, run_id: &str) -> Result<Leased, ScraperError> {
        let request = FetchBatchRequest {
            run_id: run_id.to_owned(),
            lease_token: String::new(),
        };
        let mut patience = Patience::new();
        loop {
            match limited(self.client.clone().fetch_batch(request.clone())).await {
                Ok(answer) => return Ok(leased(run_id, answer)),
                Err(status) if status.code() == Code::FailedPrecondition => {
                    tracing::info!(reason = status.message(), "the run has ended already");
                    return Ok(Leased::Ended);
                }
                Err(status) => patience.failed(&status).await?,
            }
        }
    }

    /// Says that the scraper lives. Returns whether the run was cancelled.
    pub(super) async fn heartbeat(&self, lease: &Lease) -> Result<bool, Status> {
        let request = HeartbeatRequest {
            run_id: lease.run_id.clone(),
            lease_token: lease.token.clone(),
        };
        Ok(limited(self.client.clone().heartbeat(request)).await?.cancelled)
    }

    /// Ends the run; units without an outcome return to the queue.
    pub async fn complete(&self, lease: &Lease) -> Result<CompleteRunResponse, ScraperError> {
        let request = CompleteRunRequest {
            run_id: lease.run_id.clone(),
            lease_token: lease.token.clone(),
        };
        let mut patience = Patience::new();
        loop {
            match limited(self.client.clone().complete_run(request.clone())).await {
                Ok(answer) => return Ok(answer),
                Err(status) => patience.failed(&status).await?,
            }
        }
    }

    pub(super) fn client(&self) -> Client {
        self.client.clone()
    }
}

/// One unary call within [`CALL_TIMEOUT`].
async fn limited<T>(call: impl Future<Output = Result<tonic::Response<T>, Status>>) -> Result<T, Status> {
    match tokio::time::timeout(CALL_TIMEOUT, call).await {
        Ok(answer) => answer.map(tonic::Response::into_inner),
        Err(_) => Err(Status::deadline_exceeded("no answer within the time limit")),
    }
}

fn leased(run_id: &str, answer: FetchBatchResponse) -> Leased {
    let platform = answer.platform();
    let length = Duration::from_secs(u64::from(answer.lease_seconds));
    let lease = Lease {
        run_id: run_id.to_owned(),
        token: answer.lease_token,
        length,
    };
    Leased::Batch {
        lease,
        platform,
        units: answer.units,
        session: answer.session,
    }
}
