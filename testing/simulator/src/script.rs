//! Embeds data in pages.

use serde_json::Value;

/// Encodes JSON for a script element: no `<` in it can end the script.
pub(crate) fn embed(value: &Value) -> String {
    value.to_string().replace('<', "\\u003C")
}

/// Escapes text for an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
