//! Fetches the pictures of a run, a few at a time, and sends them to the API.

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use clipmeter_proto::bounds::MAX_PICTURES;
use clipmeter_proto::v1::{Picture, StorePicturesRequest};
use futures::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::PictureFetcher;
use crate::core::report::{Api, Lease, NeededPicture, NeededPictures};

/// Pictures that are fetched at the same time.
const AT_ONCE: usize = 4;

/// How long a picture waits for others: each call is a transaction, which costs more than the pictures in it.
const WAIT: Duration = Duration::from_secs(1);

/// Returns the unit and the picture, which is empty if there is none.
async fn fetch(fetcher: &PictureFetcher, needed: NeededPicture) -> (i64, Picture) {
    let webp = fetcher.fetch(&needed.url).await.unwrap_or_default();
    let external_id = needed.external_id;
    (needed.unit_id, Picture { external_id, webp })
}

/// Fetches and sends pictures until the queue is closed and empty. Failed ones are reported, so that they are not asked for again
/// within a day.
pub(crate) async fn store_needed(api: Api, lease: Lease, fetcher: PictureFetcher, needed: NeededPictures) {
    let downloads = ReceiverStream::new(needed)
        .map(|needed| fetch(&fetcher, needed))
        .buffer_unordered(AT_ONCE);
    let mut ready = pin!(tokio_stream::StreamExt::chunks_timeout(
        downloads,
        MAX_PICTURES,
        WAIT
    ));
    let (mut pictures, mut failed) = (0, 0);
    while let Some(chunk) = ready.next().await {
        let mut by_unit: BTreeMap<i64, Vec<Picture>> = BTreeMap::new();
        for (unit_id, picture) in chunk {
            pictures += 1;
            failed += usize::from(picture.webp.is_empty());
            by_unit.entry(unit_id).or_default().push(picture);
        }
        for (unit_id, pictures) in by_unit {
            let request = StorePicturesRequest {
                run_id: lease.run_id.clone(),
                lease_token: lease.token.clone(),
                unit_id,
                pictures,
            };
            if let Err(status) = api.store_pictures(request).await {
                tracing::warn!(code = ?status.code(), reason = status.message(), "the API did not store pictures");
            }
        }
    }
    if pictures > 0 {
        tracing::info!(run = lease.run_id, pictures, failed, "pictures fetched");
    }
}
