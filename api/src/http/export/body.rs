//! A body that is generated while it is sent.

use std::io;
use std::time::{Duration, Instant};

use axum::body::Body;
use bytes::Bytes;
use clipmeter_runtime::saturate;
use futures::stream;
use futures::stream::StreamExt as _;
use tokio::sync::mpsc;
use tracing::Instrument as _;

use crate::http::error::Problem;

/// Buffered pieces. One, so that sending and generating overlap and no more memory is used.
const WAITING: usize = 1;

/// Generates the pieces of a body.
pub(crate) trait Source: Send + 'static {
    /// Returns the next piece; None at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Bytes>, Problem>> + Send;
}

/// Time limits of an export.
#[derive(Clone, Copy)]
pub(crate) struct ExportLimits {
    /// Total time, regardless of the client.
    pub(crate) total: Duration,
    /// Time for a client that reads nothing.
    pub(crate) idle: Duration,
    /// Minimum rate of a client. A client that reads a piece only now and then would block the slot for others.
    pub(crate) min_bytes_per_second: u64,
}

/// The remaining time that a client may block the export: starts at `idle`, which is the maximum; decreases while
/// waiting and increases with every byte the client reads.
struct Allowance {
    left: Duration,
    limits: ExportLimits,
}

impl Allowance {
    fn new(limits: ExportLimits) -> Self {
        Self {
            left: limits.idle,
            limits,
        }
    }

    fn earn(&mut self, bytes: usize) {
        let bytes = saturate::<u64>(bytes);
        let earned = bytes.saturating_mul(1000) / self.limits.min_bytes_per_second.max(1);
        let left = self.left.saturating_add(Duration::from_millis(earned));
        self.left = left.min(self.limits.idle);
    }

    fn spend(&mut self, waited: Duration) {
        self.left = self.left.saturating_sub(waited);
    }
}

enum Piece {
    Some(Bytes),
    End,
}

/// Builds a body from the first piece and all that follow. The source is dropped when the client disconnects, `closing`
/// completes, or a time limit is exceeded; an incomplete body is aborted, so that the client does not treat it as
/// complete.
pub(crate) fn body(
    first: Bytes,
    source: impl Source,
    limits: ExportLimits,
    closing: impl Future<Output = ()> + Send + 'static,
) -> Body {
    let (sender, receiver) = mpsc::channel(WAITING);
    let work = async move {
        tokio::select! {
            () = sender.closed() => tracing::debug!("the client of an export disconnected"),
            () = closing => tracing::info!("an export was aborted by the shutdown"),
            outcome = tokio::time::timeout(limits.total, send(first, source, &sender, limits)) => {
                if outcome.is_err() {
                    tracing::warn!("an export exceeded its time limit");
                }
            }
        }
    };
    tokio::spawn(work.in_current_span());
    let pieces = stream::unfold(Some(receiver), async |receiver: Option<mpsc::Receiver<Piece>>| {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(Piece::Some(piece)) => Some((Ok(piece), Some(receiver))),
            Some(Piece::End) => None,
            None => Some((Err(io::Error::from(io::ErrorKind::UnexpectedEof)), None)),
        }
    });
    // The compression layer polls once more after the end.
    Body::from_stream(pieces.fuse())
}

/// Sends all pieces, or aborts the body.
async fn send(first: Bytes, mut source: impl Source, sender: &mpsc::Sender<Piece>, limits: ExportLimits) {
    let mut allowance = Allowance::new(limits);
    let mut next = Ok(Some(first));
    while let Ok(Some(bytes)) = next {
        allowance.earn(bytes.len());
        let offered = Instant::now();
        if sender
            .send_timeout(Piece::Some(bytes), allowance.left)
            .await
            .is_err()
        {
            tracing::info!("aborted an export because its client reads too slowly");
            return;
        }
        allowance.spend(offered.elapsed());
        next = source.next().await;
    }
    // A client that sees the end of this export may begin the next one: its slot must be free by then.
    drop(source);
    // The source has logged the error.
    if next.is_ok() && sender.send_timeout(Piece::End, allowance.left).await.is_err() {
        tracing::info!("the client of an export reads too slowly to receive its end");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::to_bytes;
    use futures::FutureExt as _;

    use super::*;
    use crate::http::error::ErrorCode;

    const LONG: Duration = Duration::from_mins(1);
    const GENEROUS: ExportLimits = ExportLimits {
        total: LONG,
        idle: LONG,
        min_bytes_per_second: 1,
    };

    /// How a source ends after its last piece.
    #[derive(Clone, Copy)]
    enum StreamEnd {
        End,
        Fail,
        Hang,
    }

    struct Numbered {
        pieces: usize,
        end: StreamEnd,
        made: Arc<AtomicUsize>,
    }

    impl Source for Numbered {
        async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
            let made = self.made.load(Ordering::SeqCst);
            if made < self.pieces {
                self.made.store(made + 1, Ordering::SeqCst);
                return Ok(Some(Bytes::from_static(b"x")));
            }
            match self.end {
                StreamEnd::End => Ok(None),
                StreamEnd::Fail => Err(ErrorCode::Internal.into()),
                StreamEnd::Hang => std::future::pending().await,
            }
        }
    }

    /// Returns a body, and the number of pieces that its source has generated. The source has been dropped when the
    /// count has no other owner.
    fn numbered(pieces: usize, end: StreamEnd, limits: ExportLimits) -> (Body, Arc<AtomicUsize>) {
        let made = Arc::new(AtomicUsize::new(0));
        let source = Numbered {
            pieces,
            end,
            made: Arc::clone(&made),
        };
        let first = Bytes::from_static(b"x");
        (body(first, source, limits, std::future::pending()), made)
    }

    async fn until_dropped(made: &Arc<AtomicUsize>) {
        while Arc::strong_count(made) > 1 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn export_body_contains_all_pieces_and_ends() {
        let (body, made) = numbered(9, StreamEnd::End, GENEROUS);
        assert_eq!(to_bytes(body, usize::MAX).await.unwrap(), "x".repeat(10));
        // The slot must be free by now, because the client may begin the next export immediately.
        assert_eq!(Arc::strong_count(&made), 1);
    }

    #[tokio::test]
    async fn export_body_can_be_polled_after_its_end() {
        let (body, _made) = numbered(2, StreamEnd::End, GENEROUS);
        let mut stream = body.into_data_stream();
        while stream.next().await.is_some() {}
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn export_body_fails_on_error_or_timeout() {
        let hasty = ExportLimits {
            total: Duration::from_millis(1),
            ..GENEROUS
        };
        for (end, limits) in [(StreamEnd::Fail, GENEROUS), (StreamEnd::Hang, hasty)] {
            let (body, made) = numbered(3, end, limits);
            to_bytes(body, usize::MAX).await.unwrap_err();
            until_dropped(&made).await;
        }
    }

    #[tokio::test]
    async fn export_body_is_not_produced_ahead_of_client() {
        let (body, made) = numbered(1000, StreamEnd::End, GENEROUS);
        let mut stream = body.into_data_stream();
        for taken in 1..100 {
            stream.next().await.unwrap().unwrap();
            // The piece that waits for buffer space, and the one that waits for the client.
            assert!(made.load(Ordering::SeqCst) <= taken + WAITING + 1);
        }
    }

    #[tokio::test]
    async fn export_ends_when_client_disconnects() {
        for taken in [0, 1, 5] {
            let (body, made) = numbered(5, StreamEnd::Hang, GENEROUS);
            let mut stream = body.into_data_stream();
            for _ in 0..taken {
                stream.next().await.unwrap().unwrap();
            }
            drop(stream);
            until_dropped(&made).await;
        }
    }

    #[test]
    fn export_to_slow_client_uses_up_allowance() {
        let mut allowance = Allowance::new(ExportLimits {
            idle: Duration::from_secs(30),
            min_bytes_per_second: 1000,
            ..GENEROUS
        });
        let waited = |allowance: &mut Allowance, seconds| {
            allowance.earn(10_000);
            allowance.spend(Duration::from_secs(seconds));
            allowance.left.as_secs()
        };
        // At exactly the minimum rate, for any length of time; a higher rate earns no extra time.
        for seconds in [10, 10, 1, 10] {
            assert_eq!(waited(&mut allowance, seconds), 30 - seconds);
        }
        // A piece every 18 s earns 10 s.
        let left: Vec<u64> = (0..4).map(|_| waited(&mut allowance, 18)).collect();
        assert_eq!(left, [12, 4, 0, 0]);
    }

    #[tokio::test]
    async fn export_is_aborted_when_client_reads_nothing() {
        let limits = ExportLimits {
            idle: Duration::from_millis(1),
            ..GENEROUS
        };
        let (body, made) = numbered(1000, StreamEnd::End, limits);
        until_dropped(&made).await;
        let mut stream = body.into_data_stream();
        assert!(stream.next().now_or_never().is_some());
        to_bytes(Body::from_stream(stream), usize::MAX).await.unwrap_err();
    }
}
