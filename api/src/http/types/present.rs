//! Fields of a change in which null is a value: it takes back what was set, while a field that is left out changes nothing.

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
