//! A connection's byte stream that records activity.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::activity::Activity;

/// How long the rest of a body is discarded after the response. The system responds to bytes for a closed connection
/// with a reset, after which a client may lose a response that it has received but not read.
const LINGER: Duration = Duration::from_secs(2);

/// Bytes read at once while discarding.
const DISCARDED_AT_ONCE: usize = 8 * 1024;

/// A connection that records its reads and writes.
pub(crate) struct Watched<S> {
    inner: S,
    activity: Arc<Activity>,
    linger: Option<Pin<Box<Sleep>>>,
}

impl<S> Watched<S> {
    pub(crate) fn new(inner: S, activity: Arc<Activity>) -> Self {
        Self {
            inner,
            activity,
            linger: None,
        }
    }

    fn note<T>(&self, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.activity.wrote(polled.is_pending());
        polled
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(context, buffer);
        let read = buffer.filled().len() - before;
        if read > 0 {
            self.activity.read(read);
        }
        polled
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.note(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.note(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.inner).poll_flush(context);
        self.note(polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.linger.is_none() {
            ready!(Pin::new(&mut this.inner).poll_shutdown(context))?;
        }
        if !this.activity.has_unread() {
            return Poll::Ready(Ok(()));
        }
        let linger = this.linger.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        loop {
            if linger.as_mut().poll(context).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut discarded = [0; DISCARDED_AT_ONCE];
            let mut discarded = ReadBuf::new(&mut discarded);
            let read = ready!(Pin::new(&mut this.inner).poll_read(context, &mut discarded));
            if read.is_err() || discarded.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
