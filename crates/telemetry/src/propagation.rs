//! Converts between the trace context of OpenTelemetry and that of the programs.

use clipmeter_proto::trace_context::{Traceparent, Tracer};
use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

pub(crate) const TRACER: Tracer = Tracer { current, set_parent };

fn current() -> Option<Traceparent> {
    Context::map_current(|context| {
        let span = context.span();
        let span = span.span_context();
        span.is_valid().then(|| Traceparent {
            trace_id: u128::from_be_bytes(span.trace_id().to_bytes()),
            span_id: u64::from_be_bytes(span.span_id().to_bytes()),
            is_sampled: span.is_sampled(),
        })
    })
}

fn set_parent(span: &Span, parent: Traceparent) {
    let flags = if parent.is_sampled {
        TraceFlags::SAMPLED
    } else {
        TraceFlags::NOT_SAMPLED
    };
    let parent = SpanContext::new(
        TraceId::from_bytes(parent.trace_id.to_be_bytes()),
        SpanId::from_bytes(parent.span_id.to_be_bytes()),
        flags,
        true,
        TraceState::NONE,
    );
    // Fails for a disabled span, which needs no parent.
    let _ = span.set_parent(Context::new().with_remote_span_context(parent));
}
