//! Communication with the API: lease a run, report results, keep the lease, complete the run.

pub(crate) mod address;
mod api;
mod api_backoff;
mod delivery;
mod fit;
mod grpc;
mod heartbeat;
mod outbox;
mod pictures;
mod pool;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{PageReport, UnitReport};
use tokio::sync::{mpsc, watch};

pub use api::{Acknowledgements, Api, Batch, Lease, Leased, RunApi};
pub(crate) use delivery::deliver;
pub use grpc::GrpcApi;
pub(crate) use heartbeat::beat;
pub(crate) use pictures::{NeededPicture, NeededPictures, PictureQueue};
pub(crate) use pool::PermitResult;
pub use pool::Pool;

use crate::core::failure::FetchError;

/// Reports that wait for the delivery task. A small number, so that fetching slows down to the API's speed instead of
/// accumulating reports.
pub(crate) const QUEUED_REPORTS: usize = 16;

/// The queue into which units put their reports. Clones feed the same queue.
#[derive(Debug, Clone)]
pub struct Reporter {
    queue: mpsc::Sender<Body>,
    /// Number of reports put into the queue.
    queued: Arc<AtomicU64>,
    /// Number of reports that the API has stored.
    stored: watch::Receiver<u64>,
}

/// The receiving end of the queue, which [`deliver`] empties.
#[derive(Debug)]
pub(crate) struct Reports {
    queue: mpsc::Receiver<Body>,
    stored: watch::Sender<u64>,
}

impl Reporter {
    /// Creates a reporter and the queue that [`deliver`] empties.
    pub(crate) fn new() -> (Self, Reports) {
        let (queue, reports) = mpsc::channel(QUEUED_REPORTS);
        let (sender, stored) = watch::channel(0);
        let reporter = Self {
            queue,
            queued: Arc::default(),
            stored,
        };
        let reports = Reports {
            queue: reports,
            stored: sender,
        };
        (reporter, reports)
    }

    /// Queues a page of items.
    pub async fn page(&self, page: PageReport) -> Result<(), FetchError> {
        self.put(Body::Page(page)).await
    }

    /// Queues the result of a unit.
    pub async fn unit(&self, unit: UnitReport) -> Result<(), FetchError> {
        self.put(Body::Unit(unit)).await
    }

    /// Queues a report about a session, an endpoint or an address.
    pub async fn report(&self, body: Body) -> Result<(), FetchError> {
        self.put(body).await
    }

    /// Waits until the API has stored everything queued so far: it leases another session only after the report that justifies
    /// it.
    pub(crate) async fn stored(&self) -> Result<(), FetchError> {
        let queued = self.queued.load(Ordering::Acquire);
        let mut stored = self.stored.clone();
        let all = stored.wait_for(|stored| *stored >= queued).await;
        // Delivery failed for good, which ends the run.
        all.map(drop).map_err(|_| FetchError::Stopped)
    }

    async fn put(&self, body: Body) -> Result<(), FetchError> {
        // The queue is closed only if delivery failed for good, which ends the run.
        self.queue.send(body).await.map_err(|_| FetchError::Stopped)?;
        self.queued.fetch_add(1, Ordering::Release);
        Ok(())
    }
}
