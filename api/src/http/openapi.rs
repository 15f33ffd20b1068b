//! The OpenAPI document, from which the web client is generated.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::error::{Code, ErrorBody};

/// What the document says beside the paths.
#[derive(OpenApi)]
#[openapi(
    info(title = "Clipmeter", description = "Analytics of public Instagram and TikTok accounts."),
    components(schemas(ErrorBody)),
    modifiers(&BearerToken)
)]
pub(super) struct ApiDoc;

struct BearerToken;

impl Modify for BearerToken {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The document as it is committed in `api/openapi.json`.
///
/// # Errors
/// When the document cannot be written as JSON.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    let mut document = super::router::api().into_openapi();
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            document_common_errors(operation);
        }
    }
    document.to_pretty_json().map(|text| text + "\n")
}

/// Adds the errors that follow from an operation's shape, so that no handler has to repeat them.
fn document_common_errors(operation: &mut Operation) {
    let parameters = operation.parameters.as_deref().unwrap_or_default();
    let has = |place: ParameterIn| {
        parameters
            .iter()
            .any(|parameter| matches!(parameter, RefOr::T(inner) if inner.parameter_in == place))
    };
    let has_path = has(ParameterIn::Path);
    let has_query = has(ParameterIn::Query);
    let has_body = operation.request_body.is_some();
    let takes = |media_type| matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key(media_type));
    let has_condition = parameters
        .iter()
        .any(|parameter| matches!(parameter, RefOr::T(inner) if inner.name == "If-Match"));
    let is_secured = operation.security.is_some();

    let mut codes = vec![Code::Internal, Code::Unavailable];
    if is_secured {
        codes.extend([Code::Unauthenticated, Code::AccessDenied]);
    }
    if has_path || has_query {
        codes.push(Code::NotFound);
    }
    if has_query || has_body {
        codes.push(Code::InvalidRequest);
    }
    if has_condition {
        codes.push(Code::ListChanged);
    }
    if has_body {
        codes.extend([Code::PayloadTooLarge, Code::UnsupportedMediaType]);
    }
    if takes("application/json") {
        codes.push(Code::MalformedJson);
    }
    if takes("multipart/form-data") {
        codes.push(Code::MalformedUpload);
    }
    for code in codes {
        let status = code.status().as_str().to_owned();
        operation
            .responses
            .responses
            .entry(status)
            .or_insert_with(|| RefOr::T(error_response(code)));
    }
}

fn error_response(code: Code) -> Response {
    let body = Content::new(Some(RefOr::Ref(Ref::from_schema_name("ErrorBody"))));
    ResponseBuilder::new()
        .description(format!("`{}`: {}", code.code(), code.text()))
        .content("application/json", body)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_document_is_the_one_that_the_code_describes() {
        let committed = include_str!("../../openapi.json");
        assert!(
            openapi_json().unwrap() == committed,
            "api/openapi.json is out of date: cargo run -p clipmeter-api --bin openapi > api/openapi.json"
        );
    }
}
