//! The bounds of every field that the API receives: type, length, form. One table per service defines them, and one function checks a
//! message against them. A field without bounds is refused, so that a new field cannot be forgotten.
//!
//! A field has a bound where an honest sender cannot exceed it: a message beyond it is refused, and nothing of it is stored. Values
//! that a platform may send in good faith although they are implausible, such as a date or a caption, are [`Bound::Any`], and the API
//! cuts or drops them.

mod bound;
mod control;
mod fields;
#[path = "../generated/fields.rs"]
#[allow(clippy::all, clippy::pedantic)]
mod generated;
mod ingest;
mod tracking;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use bound::{Bound, BoundsViolation, Form};
pub use fields::{Fields, Value, Visitor};
pub use ingest::{
    MAX_BYTES, MAX_DELAY_FACTOR, MAX_MISSING_ITEMS, MAX_PICTURE_BYTES, MAX_PICTURE_EDGE, MAX_PICTURES,
    MAX_REQUEST_STATS, MAX_REQUESTS, MAX_RETRY_AFTER,
};

/// The bounds of one message's fields.
type FieldBounds = &'static [(&'static str, Bound)];

/// Returns every message that the API receives, with its bounds.
fn tables() -> impl Iterator<Item = &'static (&'static str, FieldBounds)> {
    [ingest::TABLE, control::TABLE, tracking::TABLE]
        .into_iter()
        .flatten()
}

type BoundsTable = HashMap<(&'static str, &'static str), Bound>;

static BOUNDS: LazyLock<BoundsTable> = LazyLock::new(|| {
    tables()
        .flat_map(|(message, fields)| {
            fields
                .iter()
                .map(move |(field, bound)| ((*message, *field), *bound))
        })
        .collect()
});

fn bound_of(message: &'static str, field: &'static str) -> Option<Bound> {
    BOUNDS.get(&(message, field)).copied()
}

/// Returns whether a text is within the bounds of a field.
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

/// Checks every field of a message, including nested messages.
pub fn check(message: &impl Fields) -> Result<(), BoundsViolation> {
    walk::message(message)
}
