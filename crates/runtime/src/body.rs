//! Bodies that report their progress to the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;

use crate::activity::{ActiveRequest, Activity};

/// The body of a request.
pub(crate) struct Arriving {
    inner: Incoming,
    activity: Arc<Activity>,
    is_complete: bool,
}

impl Arriving {
    pub(crate) fn new(inner: Incoming, activity: Arc<Activity>) -> Self {
        let is_complete = inner.is_end_stream();
        Self {
            inner,
            activity,
            is_complete,
        }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        let is_end = matches!(polled, Poll::Ready(None)) || self.inner.is_end_stream();
        if is_end && !self.is_complete {
            self.is_complete = true;
            self.activity.received_body(true);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        if !self.is_complete {
            self.activity.received_body(false);
        }
    }
}

/// The body of a response. The request has ended when the body was sent or aborted.
pub(crate) struct Leaving {
    inner: axum::body::Body,
    _request: ActiveRequest,
}

impl Leaving {
    pub(crate) fn new(inner: axum::body::Body, request: ActiveRequest) -> Self {
        Self {
            inner,
            _request: request,
        }
    }
}

impl HttpBody for Leaving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.inner).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
