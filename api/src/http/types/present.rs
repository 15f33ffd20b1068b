//! What null means in a field: of a change it takes back what was set, while a field that is left out changes nothing; of something new
//! it is as good as left out.

use serde::{Deserialize, Deserializer};

/// For `#[serde(default, deserialize_with = …)]`: None is left out, `Some(None)` is null.
#[expect(clippy::option_option, reason = "left out, null and a value are three things")]
pub(super) fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

/// Reads a field that may be left out, in which null means the same: `#[serde(default, deserialize_with = …)]`.
pub(super) fn null_as_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
