//! The OpenAPI document of all routes.

#[cfg(test)]
#[path = "api_document_tests.rs"]
mod completeness;

use super::openapi::complete;
use super::router;

/// Returns the document as committed in `api/openapi.json`.
///
/// # Errors
/// When the document cannot be serialized as JSON.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    let document = complete(router::api().into_openapi());
    document.to_pretty_json().map(|text| text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openapi_json_in_repository_is_up_to_date() {
        let committed = include_str!("../../openapi.json");
        assert!(
            openapi_json().unwrap() == committed,
            "api/openapi.json is out of date: cargo run -p clipmeter-api --bin openapi > api/openapi.json"
        );
    }
}
