//! The trace that work belongs to, which components pass to each other in the header `traceparent` (W3C Trace Context).
//!
//! Libraries create spans with `tracing` only, with the target [`TRACES`]. A program that exports them installs a [`Tracer`]; without
//! one, the spans are disabled, and nothing is passed on.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use tonic::codegen::http::HeaderMap;
use tracing::Span;

#[doc(hidden)]
pub use tracing;

/// Target of the spans and events that are exported. They have the level `trace`, so that logs do not contain them.
pub const TRACES: &str = "traces";

/// Name of the header and of the metadata key.
pub const TRACEPARENT: &str = "traceparent";

/// Bit of the flags: the caller records the trace.
const SAMPLED: u8 = 1;

/// A span of another component or process. Its text is the value of `traceparent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traceparent {
    /// Not zero.
    pub trace_id: u128,
    /// Not zero.
    pub span_id: u64,
    /// Whether the caller records the trace.
    pub is_sampled: bool,
}

impl Traceparent {
    /// Reads the header of a request. A header that is invalid or repeated counts as missing, as the standard requires.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(TRACEPARENT).iter();
        let value = values.next()?.to_str().ok()?;
        values.next().is_none().then(|| value.parse().ok()).flatten()
    }
}

impl fmt::Display for Traceparent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = if self.is_sampled { SAMPLED } else { 0 };
        write!(f, "00-{:032x}-{:016x}-{flags:02x}", self.trace_id, self.span_id)
    }
}

/// A text that is not a [`Traceparent`].
#[derive(Debug, thiserror::Error)]
#[error("`{TRACEPARENT}` is not 00-TRACE-SPAN-FLAGS in lower-case hexadecimal digits")]
pub struct InvalidTraceparent;

impl FromStr for Traceparent {
    type Err = InvalidTraceparent;

    /// Later versions may append parts; their first four have the same meaning.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split('-');
        let mut part = |digits| {
            parts
                .next()
                .and_then(|part| hex(part, digits))
                .ok_or(InvalidTraceparent)
        };
        let (version, trace_id, span_id, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
        let has_more = parts.next().is_some();
        let span_id = u64::try_from(span_id).map_err(|_| InvalidTraceparent)?;
        if version == 0xff || (version == 0 && has_more) || trace_id == 0 || span_id == 0 {
            return Err(InvalidTraceparent);
        }
        Ok(Self {
            trace_id,
            span_id,
            is_sampled: flags & u128::from(SAMPLED) != 0,
        })
    }
}

/// Parses exactly this many lower-case hexadecimal digits.
fn hex(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (text.len() == digits && text.bytes().all(is_digit))
        .then(|| u128::from_str_radix(text, 16).ok())
        .flatten()
}

/// The functions of the exporter that propagation needs.
#[derive(Clone, Copy, Debug)]
pub struct Tracer {
    /// Returns the innermost exported span that is entered.
    pub current: fn() -> Option<Traceparent>,
    /// Makes a span that has not been entered yet the child of another component's span.
    pub set_parent: fn(&Span, Traceparent),
}

static TRACER: OnceLock<Tracer> = OnceLock::new();

/// Installs the exporter of this process. Only the first call has an effect.
pub fn install(tracer: Tracer) {
    let _ = TRACER.set(tracer);
}

/// Returns the current span, to pass it on; `None` if this process exports no traces.
#[must_use]
pub fn current() -> Option<Traceparent> {
    (TRACER.get()?.current)()
}

/// Creates a span within the current trace, with the arguments of [`tracing::trace_span`]; outside of any trace, the span is disabled.
#[macro_export]
macro_rules! child_span {
    ($($arguments:tt)*) => {
        match $crate::trace_context::current() {
            Some(_) => $crate::trace_context::tracing::trace_span!(
                target: $crate::trace_context::TRACES,
                $($arguments)*
            ),
            None => $crate::trace_context::tracing::Span::none(),
        }
    };
}

/// Makes a new span the child of another component's span, if there is one.
pub fn set_parent(span: &Span, parent: Option<Traceparent>) {
    if let (Some(tracer), Some(parent)) = (TRACER.get(), parent) {
        (tracer.set_parent)(span, parent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const SPAN: &str = "b7ad6b7169203331";

    #[test]
    fn traceparent_parses_valid_and_refuses_invalid_texts() {
        for (text, is_sampled) in [
            (format!("00-{TRACE}-{SPAN}-01"), Some(true)),
            (format!("00-{TRACE}-{SPAN}-00"), Some(false)),
            // Unknown flags are ignored.
            (format!("00-{TRACE}-{SPAN}-03"), Some(true)),
            (format!("00-{TRACE}-{SPAN}-fe"), Some(false)),
            // A later version.
            (format!("cc-{TRACE}-{SPAN}-01"), Some(true)),
            (format!("cc-{TRACE}-{SPAN}-01-more"), Some(true)),
            (format!("00-{TRACE}-{SPAN}-01-more"), None),
            (format!("ff-{TRACE}-{SPAN}-01"), None),
            (format!("00-{:032}-{SPAN}-01", 0), None),
            (format!("00-{TRACE}-{:016}-01", 0), None),
            (format!("00-{}-{SPAN}-01", TRACE.to_uppercase()), None),
            (format!("00-{}-{SPAN}-01", &TRACE[1..]), None),
            (format!("00-{TRACE}-{SPAN}0-01"), None),
            (format!("00-+{}-{SPAN}-01", &TRACE[1..]), None),
            (format!("00-{TRACE}-{SPAN}-1"), None),
            (format!("00-{TRACE}-{SPAN}"), None),
            (format!(" 00-{TRACE}-{SPAN}-01"), None),
            ("00-ä-ö-01".to_owned(), None),
            (String::new(), None),
        ] {
            let parsed = text.parse::<Traceparent>().ok();
            assert_eq!(parsed.map(|parsed| parsed.is_sampled), is_sampled, "{text}");
            if let Some(parsed) = parsed {
                let flags = if parsed.is_sampled { "01" } else { "00" };
                assert_eq!(parsed.to_string(), format!("00-{TRACE}-{SPAN}-{flags}"), "{text}");
            }
        }
    }

    #[test]
    fn traceparent_of_small_ids_keeps_leading_zeros() {
        let small = Traceparent {
            trace_id: 1,
            span_id: 2,
            is_sampled: false,
        };
        assert_eq!(
            small.to_string(),
            "00-00000000000000000000000000000001-0000000000000002-00"
        );
        assert_eq!(small.to_string().parse::<Traceparent>().ok(), Some(small));
    }

    #[test]
    fn header_that_is_repeated_or_invalid_counts_as_missing() {
        let valid = format!("00-{TRACE}-{SPAN}-01");
        for (values, is_found) in [
            (vec![], false),
            (vec![valid.as_str()], true),
            (vec![valid.as_str(), valid.as_str()], false),
            (vec!["nonsense"], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in &values {
                headers.append(TRACEPARENT, value.parse().unwrap());
            }
            assert_eq!(
                Traceparent::from_headers(&headers).is_some(),
                is_found,
                "{values:?}"
            );
        }
    }
}
