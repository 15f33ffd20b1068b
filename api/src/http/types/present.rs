//! Distinguishes null from an omitted field: in a change, null resets the value, and an omitted field leaves it
//! unchanged; in a new resource, null is the same as omitted.

use serde::{Deserialize, Deserializer};

/// For `#[serde(default, deserialize_with = …)]`: None is omitted, `Some(None)` is null.
#[expect(clippy::option_option, reason = "left out, null and a value are three things")]
pub(super) fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

/// Deserializes a field that may be omitted or null, with the same meaning: `#[serde(default, deserialize_with = …)]`.
pub(super) fn null_as_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
