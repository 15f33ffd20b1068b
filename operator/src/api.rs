//! Client of the API's services `Control` and `Tracking`. Connects on the first call and reconnects automatically, also after the
//! file of its certificate authority was replaced.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clipmeter_proto::v1::control_client::ControlClient;
use clipmeter_proto::v1::tracking_client::TrackingClient;
use clipmeter_proto::v1::{
    CloseRunRequest, ListDueRequest, ListDueResponse, ListProgressRequest, ListRunsRequest, ListRunsResponse,
    OpenRunRequest, Progress, RemoveGroupRequest, RemoveTrackedRequest, SyncGroupRequest,
    SyncPlatformConfigRequest, SyncPolicyRequest, SyncScraperPoolsRequest, SyncTrackedRequest, TrackedName,
    UnitKey,
};
use clipmeter_proto::{Authority, Bearer, ClientConfigError, Credential, LEADER_TERM, endpoint};
use parking_lot::Mutex;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Request, Response, Status};

use crate::error::Error;
use crate::leadership::Leadership;
use crate::metrics::Metrics;

/// Deadline of a call. Deleting a group with all its data takes longest.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);
/// Deadline of list calls. The full progress list of 100,000 accounts takes seconds.
const LIST_TIMEOUT: Duration = Duration::from_mins(2);
/// Connect timeout; short, so that a call quickly moves on to another instance of the API.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval for detecting a connection that died silently.
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// Maximum response size in bytes: the units of a million accounts. The default limit of 4 MiB is reached at 100,000.
const MAX_RESPONSE_BYTES: usize = 64 << 20;

type Service = InterceptedService<Channel, Caller>;

/// Client of the API. Clones share a connection.
#[derive(Clone)]
pub(crate) struct ApiClient {
    connection: Arc<Connection>,
    caller: Caller,
    metrics: Arc<Metrics>,
}

impl ApiClient {
    /// Prepares the client for `http://HOST:PORT` or `https://HOST:PORT`.
    pub(crate) fn new(
        address: &str,
        authority: Option<&Path>,
        token_file: &Path,
        metrics: Arc<Metrics>,
    ) -> Result<Self, Error> {
        Ok(Self {
            connection: Arc::new(Connection::new(address, authority)?),
            caller: Caller {
                bearer: Bearer(Credential::file(token_file)?),
                leadership: None,
            },
            metrics,
        })
    }

    /// Sends this term with each call, and nothing once it is over.
    pub(crate) fn lead(&mut self, leadership: Leadership) {
        self.caller.leadership = Some(leadership);
    }

    fn control(&self) -> ControlClient<Service> {
        ControlClient::new(self.service()).max_decoding_message_size(MAX_RESPONSE_BYTES)
    }

    fn tracking(&self) -> TrackingClient<Service> {
        TrackingClient::new(self.service())
    }

    fn service(&self) -> Service {
        InterceptedService::new(self.connection.channel(), self.caller.clone())
    }

    /// Lists the units to plan with and the current capacity.
    pub(crate) async fn list_due(&self, request: ListDueRequest) -> Result<ListDueResponse, Error> {
        let call = async { self.control().list_due(request).await };
        self.counted("ListDue", call).await
    }

    /// Lists the open runs.
    pub(crate) async fn list_runs(&self) -> Result<ListRunsResponse, Error> {
        let call = async { self.control().list_runs(ListRunsRequest {}).await };
        self.counted("ListRuns", call).await
    }

    /// Opens a run and returns the number of units assigned to it.
    pub(crate) async fn open_run(&self, request: OpenRunRequest) -> Result<u32, Error> {
        let call = async { self.control().open_run(request).await };
        Ok(self.counted("OpenRun", call).await?.units)
    }

    /// Closes a run; succeeds if it has already ended.
    pub(crate) async fn close_run(&self, run_id: &str, reason: &str) -> Result<(), Error> {
        let request = CloseRunRequest {
            run_id: run_id.to_owned(),
            reason: reason.to_owned(),
        };
        let call = async { self.control().close_run(request).await };
        match self.counted("CloseRun", call).await {
            Err(error) if error.code() != Some(Code::NotFound) => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Sets the default intervals for accounts and videos without their own.
    pub(crate) async fn sync_policy(&self, request: SyncPolicyRequest) -> Result<(), Error> {
        let call = async { self.tracking().sync_policy(request).await };
        self.counted("SyncPolicy", call).await.map(drop)
    }

    /// Sets the platform configuration that scrapers use; returns its revision.
    pub(crate) async fn sync_platform_config(
        &self,
        request: SyncPlatformConfigRequest,
    ) -> Result<u64, Error> {
        let call = async { self.tracking().sync_platform_config(request).await };
        Ok(self.counted("SyncPlatformConfig", call).await?.revision)
    }

    /// Replaces all scraper pools.
    pub(crate) async fn sync_scraper_pools(&self, request: SyncScraperPoolsRequest) -> Result<(), Error> {
        let call = async { self.tracking().sync_scraper_pools(request).await };
        self.counted("SyncScraperPools", call).await.map(drop)
    }

    /// Creates or updates a group.
    pub(crate) async fn sync_group(&self, request: SyncGroupRequest) -> Result<(), Error> {
        let call = async { self.tracking().sync_group(request).await };
        self.counted("SyncGroup", call).await.map(drop)
    }

    /// Deletes a group. Returns until when it can be restored, in seconds since 1970.
    pub(crate) async fn remove_group(&self, group: &str, retain: bool) -> Result<Option<i64>, Error> {
        let request = RemoveGroupRequest {
            group: group.to_owned(),
            retain,
        };
        let call = async { self.tracking().remove_group(request).await };
        Ok(self.counted("RemoveGroup", call).await?.restorable_until)
    }

    /// Registers an account or video for a group; returns the unit that is scraped for it.
    pub(crate) async fn sync_tracked(&self, request: SyncTrackedRequest) -> Result<Option<UnitKey>, Error> {
        let call = async { self.tracking().sync_tracked(request).await };
        Ok(self.counted("SyncTracked", call).await?.unit)
    }

    /// Removes an account or video from a group. Returns until when it can be restored, in seconds since 1970.
    pub(crate) async fn remove_tracked(
        &self,
        name: TrackedName,
        retain: Option<bool>,
    ) -> Result<Option<i64>, Error> {
        let request = RemoveTrackedRequest {
            name: Some(name),
            retain,
        };
        let call = async { self.tracking().remove_tracked(request).await };
        Ok(self.counted("RemoveTracked", call).await?.restorable_until)
    }

    /// Passes on the progress of all items that were attempted since the given time, or of all items if `None`. After an error, some
    /// have been passed on.
    pub(crate) async fn list_progress(
        &self,
        attempted_since: Option<i64>,
        mut each: impl FnMut(Progress) + Send,
    ) -> Result<(), Error> {
        let all = async {
            let request = ListProgressRequest { attempted_since };
            let mut stream = self.tracking().list_progress(request).await?.into_inner();
            while let Some(progress) = stream.message().await? {
                each(progress);
            }
            Ok(Response::new(()))
        };
        self.timed("ListProgress", LIST_TIMEOUT, all).await
    }

    async fn counted<T>(
        &self,
        method: &'static str,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, Error> {
        self.timed(method, CALL_TIMEOUT, call).await
    }

    async fn timed<T>(
        &self,
        method: &'static str,
        limit: Duration,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, Error> {
        let result = tokio::time::timeout(limit, call)
            .await
            .unwrap_or_else(|_| Err(Status::deadline_exceeded("no response within the time limit")));
        let code = result.as_ref().err().map_or(Code::Ok, Status::code);
        self.metrics.count_api_call(method, code);
        Ok(result?.into_inner())
    }
}

/// The connection, and the certificates that it trusts.
struct Connection {
    address: String,
    authority: Option<PathBuf>,
    current: Mutex<(Vec<u8>, Channel)>,
}

impl Connection {
    fn new(address: &str, authority: Option<&Path>) -> Result<Self, ClientConfigError> {
        Ok(Self {
            address: address.to_owned(),
            authority: authority.map(Path::to_owned),
            current: Mutex::new((
                contents(authority).unwrap_or_default(),
                channel(address, authority)?,
            )),
        })
    }

    /// Returns the channel, a new one if the file of the certificate authority has changed: a renewed authority is valid before the
    /// API's certificate is signed by it.
    fn channel(&self) -> Channel {
        let mut current = self.current.lock();
        // The file may be missing while it is replaced.
        if let Some(now) = contents(self.authority.as_deref())
            && now != current.0
        {
            match channel(&self.address, self.authority.as_deref()) {
                Ok(channel) => current.1 = channel,
                Err(error) => tracing::warn!(%error, "keeping the previous certificate authority"),
            }
            current.0 = now;
        }
        current.1.clone()
    }
}

fn contents(file: Option<&Path>) -> Option<Vec<u8>> {
    std::fs::read(file?).ok()
}

fn channel(address: &str, authority: Option<&Path>) -> Result<Channel, ClientConfigError> {
    Ok(endpoint(address, authority.map(Authority::File))?
        .connect_timeout(CONNECT_TIMEOUT)
        .http2_keep_alive_interval(KEEP_ALIVE)
        .keep_alive_timeout(KEEP_ALIVE)
        .keep_alive_while_idle(true)
        .connect_lazy())
}

/// Adds the token and the leader's term to each call.
#[derive(Clone)]
struct Caller {
    bearer: Bearer,
    leadership: Option<Leadership>,
}

impl Interceptor for Caller {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(leadership) = &self.leadership {
            if !leadership.is_valid(Instant::now()) {
                return Err(Status::failed_precondition(
                    "the lease of this operator has expired",
                ));
            }
            let term: MetadataValue<Ascii> = leadership
                .term
                .to_string()
                .parse()
                .map_err(|_| Status::internal("the term cannot be sent"))?;
            request.metadata_mut().insert(LEADER_TERM, term);
        }
        self.bearer.call(request)
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_fixtures::certificates::Certificates;
    use clipmeter_fixtures::fake_api::FakeApi;
    use clipmeter_fixtures::wait_for;
    use clipmeter_proto::LeaderTerm;
    use tonic::transport::Identity;

    use super::*;

    fn identity(issued: &Certificates) -> Identity {
        Identity::from_pem(&issued.certificate, &issued.key)
    }

    #[tokio::test]
    async fn renewed_authority_is_trusted_without_restart() {
        let folder = tempfile::tempdir().unwrap();
        let (token, authority) = (folder.path().join("token"), folder.path().join("ca.crt"));
        let (old, new) = (Certificates::issue(), Certificates::issue());
        std::fs::write(&token, "token").unwrap();
        std::fs::write(&authority, &old.authority).unwrap();
        let mut api = FakeApi::start_as(Some(identity(&old)));
        let metrics = Arc::new(Metrics::new());
        let mut client = ApiClient::new(&api.url(), Some(&authority), &token, metrics).unwrap();
        client.lead(Leadership::new(
            LeaderTerm {
                lease_created: 1,
                version: 1,
            },
            // Valid for the whole test, however slow the machine is.
            Instant::now() + Duration::from_hours(1),
        ));
        client.list_runs().await.unwrap();

        api.renew(identity(&new));
        // The connection to the previous server may fail first.
        for _ in 0..2 {
            client.list_runs().await.unwrap_err();
        }
        std::fs::write(&authority, &new.authority).unwrap();
        wait_for("a trusted connection", async || client.list_runs().await).await;

        for broken in [Some("no certificate"), None] {
            match broken {
                Some(text) => std::fs::write(&authority, text).unwrap(),
                None => std::fs::remove_file(&authority).unwrap(),
            }
            client.list_runs().await.unwrap();
        }
    }
}
