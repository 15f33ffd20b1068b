//! The bounds of every field that the API is sent: type, length, form. One table a service says them, and one function checks a message
//! against them. A field without bounds is refused, so that a new one cannot be forgotten.
//!
//! A field has a bound where an honest sender cannot exceed it: what is beyond is refused, and nothing of the message is stored. What a
//! platform may say in good faith and nobody can believe, such as a date or a caption, is [`Bound::Any`], and the API cuts or drops it.

mod bound;
mod control;
mod ingest;
mod refusal;
mod tracking;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};

pub use bound::{Bound, Form};
pub use ingest::{LONGEST_RETRY_AFTER, MOST_BYTES, MOST_MISSING, MOST_REQUESTS, MOST_TALLIES};
pub use refusal::Refusal;

/// The contract as protobuf describes it.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The bounds of one message's fields.
type Fields = &'static [(&'static str, Bound)];

/// Every message that the API is sent, and what is in it.
fn tables() -> impl Iterator<Item = &'static (&'static str, Fields)> {
    [ingest::TABLE, control::TABLE, tracking::TABLE]
        .into_iter()
        .flatten()
}

/// A message that begins a call or is one of a stream.
pub trait Bounded: Message {
    /// Its name in the contract.
    const NAME: &'static str;
}

macro_rules! bounded {
    ($($name:ident)+) => {
        $(impl Bounded for crate::v1::$name {
            const NAME: &'static str = stringify!($name);
        })+

        /// The messages that the API is sent.
        #[cfg(test)]
        const REQUESTS: &[&str] = &[$(stringify!($name)),+];
    };
}

bounded! {
    FetchBatchRequest ReportRequest HeartbeatRequest CompleteRunRequest TakeSessionRequest ReserveRequest
    ListUnitsRequest OpenRunRequest ListRunsRequest CloseRunRequest
    SyncPolicyRequest SyncFactsRequest SyncGroupRequest RemoveGroupRequest SyncTrackedRequest RemoveTrackedRequest
    ListProgressRequest
}

struct Known {
    pool: DescriptorPool,
    bounds: HashMap<(&'static str, &'static str), Bound>,
}

static KNOWN: LazyLock<Result<Known, String>> = LazyLock::new(|| {
    let pool = DescriptorPool::decode(DESCRIPTORS).map_err(|error| error.to_string())?;
    let bounds = tables()
        .flat_map(|(message, fields)| {
            fields
                .iter()
                .map(move |(field, bound)| ((*message, *field), *bound))
        })
        .collect();
    Ok(Known { pool, bounds })
});

/// Whether a text is within the bounds of a field.
#[must_use]
pub fn fits(message: &str, field: &str, text: &str) -> bool {
    let fields = tables()
        .find(|(name, _)| *name == message)
        .map(|(_, fields)| *fields);
    fields.unwrap_or_default().iter().any(|(name, bound)| {
        *name == field
            && match bound {
                Bound::Any(_) => true,
                Bound::Text(least, most, form) => {
                    (*least..=*most).contains(&text.chars().count()) && form.fits(text)
                }
                _ => false,
            }
    })
}

/// Checks every field of a message, also of those within it.
pub fn check<M: Bounded>(message: &M) -> Result<(), Refusal> {
    let known = KNOWN.as_ref().map_err(|error| Refusal::of(error.clone()))?;
    let descriptor = known
        .pool
        .get_message_by_name(&format!("clipmeter.v1.{}", M::NAME))
        .ok_or_else(|| Refusal::of(format!("{} is not in the contract", M::NAME)))?;
    let bytes = message.encode_to_vec();
    let message = DynamicMessage::decode(descriptor, bytes.as_slice())
        .map_err(|error| Refusal::of(error.to_string()))?;
    walk::message(known, &message)
}
