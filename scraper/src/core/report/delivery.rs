//! Sends reports to the API over one stream, and over a new one when that breaks.

use std::time::Duration;

use clipmeter_proto::v1::{ReportRequest, ReportResponse};
use futures::StreamExt as _;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tonic::Status;

use super::api::Acknowledgements;
use super::api_backoff::ApiBackoff;
use super::outbox::Outbox;
use super::{Api, Lease, PictureQueue, Reports};
use crate::error::ScraperError;

/// Maximum number of reports that were sent but not acknowledged. Bounds how much is kept in memory and sent again after a reconnect.
const WINDOW: usize = 64;
/// A report that is not acknowledged by then is sent again over a new stream. A commit takes milliseconds.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(30);

/// Delivers all queued reports; returns when the queue is closed and everything is acknowledged.
/// `pictures` gets what the API asks for.
pub(crate) async fn deliver(
    api: Api,
    lease: Lease,
    reports: Reports,
    pictures: PictureQueue,
) -> Result<(), ScraperError> {
    let mut delivery = Delivery {
        api,
        outbox: Outbox::new(lease),
        reports,
        pictures,
        backoff: ApiBackoff::new(),
    };
    while !delivery.is_done().await {
        if let Err(status) = delivery.exchange().await
            && !delivery.outbox.is_empty()
        {
            delivery.backoff.failed(&status).await?;
        }
    }
    Ok(())
}

struct Delivery {
    api: Api,
    outbox: Outbox,
    reports: Reports,
    pictures: PictureQueue,
    backoff: ApiBackoff,
}

impl Delivery {
    /// Waits for something to deliver; returns true if nothing will follow. A stream is opened only with something to send, so that
    /// a restart of the API goes unnoticed while there is nothing to report.
    async fn is_done(&mut self) -> bool {
        if !self.outbox.is_empty() {
            return false;
        }
        match self.reports.queue.recv().await {
            Some(body) => {
                self.outbox.push(body);
                false
            }
            None => true,
        }
    }

    /// Opens a stream, repeats unacknowledged reports, and continues until the queue is closed and everything is acknowledged.
    async fn exchange(&mut self) -> Result<(), Status> {
        let (stream, messages) = mpsc::channel(WINDOW);
        for message in self.outbox.waiting() {
            put(&stream, message.clone())?;
        }
        let opened = timeout(ACKNOWLEDGE_TIMEOUT, self.api.report(messages)).await;
        let mut acknowledgements = opened.map_err(|_| silent())??;
        let mut closed = false;
        while !(closed && self.outbox.is_empty()) {
            let room = !closed && self.outbox.len() < WINDOW;
            tokio::select! {
                response = next(&mut acknowledgements, self.outbox.is_empty()) => {
                    let response = response?;
                    let acknowledged = response.acknowledged;
                    if let Some(report) = self.outbox.acknowledge(acknowledged) {
                        self.pictures.add(&report, &response);
                    }
                    // Messages are numbered from 1 in the order of the queue.
                    self.reports.stored.send_modify(|stored| *stored = acknowledged.max(*stored));
                    self.backoff.succeeded();
                }
                body = self.reports.queue.recv(), if room => match body {
                    Some(body) => put(&stream, self.outbox.push(body))?,
                    None => closed = true,
                },
            }
        }
        Ok(())
    }
}

/// Returns the next acknowledgement, with a timeout if a report is unacknowledged.
async fn next(stream: &mut Acknowledgements, is_idle: bool) -> Result<ReportResponse, Status> {
    let response = if is_idle {
        stream.next().await
    } else {
        timeout(ACKNOWLEDGE_TIMEOUT, stream.next())
            .await
            .map_err(|_| silent())?
    };
    response.ok_or_else(|| Status::unavailable("the API ended the stream"))?
}

/// Puts a message into the stream's channel. Everything in the channel is also in the outbox, so a window of the same size always
/// has room; an error means that the stream broke.
fn put(stream: &mpsc::Sender<ReportRequest>, message: ReportRequest) -> Result<(), Status> {
    stream
        .try_send(message)
        .map_err(|_| Status::unavailable("the stream to the API broke"))
}

fn silent() -> Status {
    Status::deadline_exceeded("the API does not acknowledge")
}
