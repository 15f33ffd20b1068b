//! A fake API that records reports and fails on request.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use clipmeter_proto::v1::ingest_server::{Ingest, IngestServer};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, Observation, PageReport, ReportRequest, ReportResponse, RequeueReport,
    ReservePermitsRequest, ReservePermitsResponse, Session, SessionReport, TakeSessionRequest,
    TakeSessionResponse, UnitReport,
};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::transport::{Identity, Server, ServerTlsConfig};
use tonic::{Request, Response, Status, Streaming};

/// What the API has received, and how it should fail.
#[derive(Default)]
pub(crate) struct FakeApiState {
    /// The response to `FetchBatch`.
    pub(crate) batch: FetchBatchResponse,
    /// Every message received, including repeated ones.
    pub(crate) arrived: Vec<ReportRequest>,
    /// Every message once, by number.
    pub(crate) stored: BTreeMap<u64, ReportRequest>,
    /// Values of the `authorization` metadata.
    pub(crate) authorizations: BTreeSet<String>,
    pub(crate) leases: u32,
    pub(crate) heartbeats: u32,
    pub(crate) completed: u32,
    /// Number of `FetchBatch` calls to fail.
    pub(crate) refuse_lease: Vec<Status>,
    /// Ends a stream after this many messages, the last of which is neither stored nor acknowledged. One entry per stream.
    pub(crate) break_streams: Vec<usize>,
    /// Responds to every report with this.
    pub(crate) refuse_reports: Option<Status>,
    /// The response to heartbeats.
    pub(crate) cancelled: bool,
    /// The sessions that are free, the first first.
    pub(crate) pool: Vec<Session>,
    /// Seconds until one may be available, if none is.
    pub(crate) retry_after_seconds: u32,
    pub(crate) taken: Vec<TakeSessionRequest>,
    /// For each of those, the sessions that had been reported by then.
    pub(crate) reported_before: Vec<Vec<i64>>,
    /// The waits for successive permits, milliseconds; the last one is repeated.
    pub(crate) waits: VecDeque<u32>,
    pub(crate) reserved: Vec<ReservePermitsRequest>,
}

impl FakeApiState {
    pub(crate) fn units(&self) -> Vec<UnitReport> {
        self.bodies()
            .filter_map(|body| {
                if let Body::Unit(unit) = body {
                    Some(unit)
                } else {
                    None
                }
            })
            .collect()
    }

    pub(crate) fn pages(&self) -> Vec<PageReport> {
        self.bodies()
            .filter_map(|body| {
                if let Body::Page(page) = body {
                    Some(page)
                } else {
                    None
                }
            })
            .collect()
    }

    pub(crate) fn sessions(&self) -> Vec<SessionReport> {
        let session = |body| {
            if let Body::Session(session) = body {
                Some(session)
            } else {
                None
            }
        };
        self.bodies().filter_map(session).collect()
    }

    pub(crate) fn requeued(&self) -> Vec<RequeueReport> {
        let requeued = |body| {
            if let Body::Requeued(requeued) = body {
                Some(requeued)
            } else {
                None
            }
        };
        self.bodies().filter_map(requeued).collect()
    }

    pub(crate) fn observations(&self) -> Vec<Observation> {
        self.pages()
            .into_iter()
            .flat_map(|page| page.observations)
            .collect()
    }

    pub(crate) fn bodies(&self) -> impl Iterator<Item = Body> {
        self.stored.values().filter_map(|message| message.body.clone())
    }
}

/// A running API. Dropping it kills it at any point.
pub(crate) struct Api {
    pub(crate) address: SocketAddr,
    pub(crate) recorded: Arc<Mutex<FakeApiState>>,
    identity: Option<Identity>,
    runtime: Option<Runtime>,
}

impl Api {
    pub(crate) fn start(batch: FetchBatchResponse) -> Self {
        Self::start_as(batch, None)
    }

    /// With an identity it uses TLS.
    pub(crate) fn start_as(batch: FetchBatchResponse, identity: Option<Identity>) -> Self {
        let recorded = Arc::new(Mutex::new(FakeApiState {
            batch,
            ..FakeApiState::default()
        }));
        let (runtime, address) = serve(
            SocketAddr::from(([127, 0, 0, 1], 0)),
            identity.clone(),
            recorded.clone(),
        );
        Self {
            address,
            recorded,
            identity,
            runtime: Some(runtime),
        }
    }

    /// Closes its sockets without a response.
    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Restarts at the same address with its stored state.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.runtime = Some(serve(self.address, self.identity.clone(), self.recorded.clone()).0);
    }

    pub(crate) fn url(&self) -> String {
        // A certificate is for a name.
        match self.identity {
            None => format!("http://{}", self.address),
            Some(_) => format!("https://localhost:{}", self.address.port()),
        }
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        self.kill();
    }
}

fn serve(
    address: SocketAddr,
    identity: Option<Identity>,
    recorded: Arc<Mutex<FakeApiState>>,
) -> (Runtime, SocketAddr) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    runtime.spawn(async move {
        let listener = TcpListener::bind(address).await.unwrap();
        sender.send(listener.local_addr().unwrap()).unwrap();
        let service = IngestServer::new(Recorder { recorded });
        let mut server = Server::builder();
        if let Some(identity) = identity {
            server = server
                .tls_config(ServerTlsConfig::new().identity(identity))
                .unwrap();
        }
        server
            .add_service(service)
            .serve_with_incoming(TcpListenerStream::new(listener))
            .await
            .unwrap();
    });
    (runtime, receiver.recv().unwrap())
}

struct Recorder {
    recorded: Arc<Mutex<FakeApiState>>,
}

impl Recorder {
    fn note<T>(&self, request: &Request<T>) -> std::sync::MutexGuard<'_, FakeApiState> {
        let mut recorded = self.recorded.lock().unwrap();
        let authorization = request
            .metadata()
            .get("authorization")
            .map(|value| value.to_str().unwrap());
        recorded
            .authorizations
            .insert(authorization.unwrap_or_default().to_owned());
        recorded
    }
}

#[tonic::async_trait]
impl Ingest for Recorder {
    async fn fetch_batch(
        &self,
        request: Request<FetchBatchRequest>,
    ) -> Result<Response<FetchBatchResponse>, Status> {
        let mut recorded = self.note(&request);
        recorded.leases += 1;
        match recorded.refuse_lease.pop() {
            Some(status) => Err(status),
            None => Ok(Response::new(recorded.batch.clone())),
        }
    }

    type ReportStream = Pin<Box<dyn Stream<Item = Result<ReportResponse, Status>> + Send>>;

    async fn report(
        &self,
        request: Request<Streaming<ReportRequest>>,
    ) -> Result<Response<Self::ReportStream>, Status> {
        let limit = {
            let mut recorded = self.note(&request);
            if let Some(status) = &recorded.refuse_reports {
                return Err(status.clone());
            }
            if recorded.break_streams.is_empty() {
                None
            } else {
                Some(recorded.break_streams.remove(0))
            }
        };
        let (acknowledge, acknowledgements) = mpsc::channel(64);
        let (recorded, mut messages) = (self.recorded.clone(), request.into_inner());
        tokio::spawn(async move {
            let mut count = 0;
            while let Ok(Some(message)) = messages.message().await {
                count += 1;
                let sequence = message.sequence;
                recorded.lock().unwrap().arrived.push(message.clone());
                if limit == Some(count) {
                    let _ = acknowledge
                        .send(Err(Status::unavailable("broken on purpose")))
                        .await;
                    return;
                }
                recorded.lock().unwrap().stored.insert(sequence, message);
                if acknowledge
                    .send(Ok(ReportResponse {
                        acknowledged: sequence,
                    }))
                    .await
                    .is_err()
                {
                    return;
                }
            }
        });
        Ok(Response::new(Box::pin(ReceiverStream::new(acknowledgements))))
    }

    async fn heartbeat(
        &self,
        request: Request<HeartbeatRequest>,
    ) -> Result<Response<HeartbeatResponse>, Status> {
        let mut recorded = self.note(&request);
        recorded.heartbeats += 1;
        Ok(Response::new(HeartbeatResponse {
            cancelled: recorded.cancelled,
        }))
    }

    async fn complete_run(
        &self,
        request: Request<CompleteRunRequest>,
    ) -> Result<Response<CompleteRunResponse>, Status> {
        let mut recorded = self.note(&request);
        recorded.completed += 1;
        Ok(Response::new(CompleteRunResponse {
            items_new: 1,
            items_updated: 2,
        }))
    }

    async fn take_session(
        &self,
        request: Request<TakeSessionRequest>,
    ) -> Result<Response<TakeSessionResponse>, Status> {
        let mut recorded = self.recorded.lock().unwrap();
        let request = request.into_inner();
        let session = recorded
            .pool
            .iter()
            .find(|session| !request.refused.contains(&session.session_id))
            .cloned();
        let response = TakeSessionResponse {
            retry_after_seconds: if session.is_none() {
                recorded.retry_after_seconds
            } else {
                0
            },
            session,
        };
        let reported = recorded
            .sessions()
            .iter()
            .map(|report| report.session_id)
            .collect();
        recorded.reported_before.push(reported);
        recorded.taken.push(request);
        Ok(Response::new(response))
    }

    async fn reserve_permits(
        &self,
        request: Request<ReservePermitsRequest>,
    ) -> Result<Response<ReservePermitsResponse>, Status> {
        let mut recorded = self.recorded.lock().unwrap();
        let wait = if recorded.waits.len() > 1 {
            recorded.waits.pop_front()
        } else {
            recorded.waits.front().copied()
        };
        recorded.reserved.push(request.into_inner());
        Ok(Response::new(ReservePermitsResponse {
            wait_ms: wait.into_iter().collect(),
        }))
    }
}
