//! Responses that follow from an operation's shape, so that handlers need not repeat them.

use serde_json::json;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{
    Content, KnownFormat, ObjectBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, SchemaFormat, Type,
};

use super::example::Schemas;
use crate::http::error::ErrorCode;

/// The parameter or field by which admins name a group, which may not exist.
const GROUP_FIELD: &str = "group_id";

/// The parameter with the list state that a caller expects.
const CONDITION_HEADER: &str = "If-Match";

/// Documents what the polling layer adds to each GET.
pub(crate) fn document_polling(document: &mut OpenApi) {
    for operation in document
        .paths
        .paths
        .values_mut()
        .filter_map(|item| item.get.as_mut())
    {
        let responses = &mut operation.responses.responses;
        if let Some(RefOr::T(success)) = responses.get_mut("200") {
            let tag = HeaderBuilder::new()
                .description(Some(
                    "Send this value in `If-None-Match`; the response is 304 as long as nothing has changed.",
                ))
                .build();
            success.headers.insert("ETag".to_owned(), RefOr::T(tag));
        }
        let unchanged = ResponseBuilder::new()
            .description("Not changed since the response with the `ETag` in `If-None-Match`")
            .build();
        responses.entry("304".to_owned()).or_insert(RefOr::T(unchanged));
    }
}

/// Adds the errors that follow from the operation's method, parameters, body and security.
pub(crate) fn document_errors(operation: &mut Operation, is_reading: bool, schemas: &Schemas) {
    for code in errors_of(operation, is_reading, schemas) {
        let status = code.status().as_str().to_owned();
        let line = format!("`{}`: {}", code.code(), code.text());
        match operation.responses.responses.get_mut(&status) {
            None => {
                let response = RefOr::T(error_response(line));
                operation.responses.responses.insert(status, response);
            }
            Some(RefOr::T(response)) if !response.description.contains(code.code()) => {
                response.description = format!("{}; {line}", response.description.trim_end_matches('.'));
            }
            Some(_) => {}
        }
    }
    let throttled = ErrorCode::TooManyAttempts.status();
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(throttled.as_str()) {
        let seconds = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
        let header = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("Seconds to wait"))
            .build();
        response
            .headers
            .insert("Retry-After".to_owned(), RefOr::T(header));
    }
}

fn errors_of(operation: &Operation, is_reading: bool, schemas: &Schemas) -> Vec<ErrorCode> {
    let parameters = operation.parameters.as_deref().unwrap_or_default();
    let places = || {
        parameters.iter().filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some((&parameter.parameter_in, parameter.name.as_str())),
            RefOr::Ref(_) => None,
        })
    };
    let names_something = places().any(|(place, name)| *place == ParameterIn::Path || name == GROUP_FIELD);
    let names_something = names_something || body_has(operation, GROUP_FIELD, schemas);
    let has_body = operation.request_body.is_some();

    let mut codes = vec![ErrorCode::Internal, ErrorCode::Unavailable];
    if !is_reading {
        codes.extend([ErrorCode::StorageFull, ErrorCode::ReadOnly]);
    }
    if operation.security.is_some() {
        codes.extend([
            ErrorCode::Unauthenticated,
            ErrorCode::AccessDenied,
            ErrorCode::PasswordChangeRequired,
        ]);
    }
    if names_something {
        codes.push(ErrorCode::NotFound);
    }
    // Every call refuses query parameters that it does not have.
    codes.push(ErrorCode::InvalidRequest);
    if has_body {
        codes.extend([
            ErrorCode::RequestTimeout,
            ErrorCode::PayloadTooLarge,
            ErrorCode::UnsupportedMediaType,
        ]);
    }
    if accepts_media_type(operation, "application/json") {
        codes.push(ErrorCode::MalformedJson);
    }
    if accepts_media_type(operation, "multipart/form-data") {
        codes.push(ErrorCode::MalformedUpload);
    }
    if places().any(|(_, name)| name == CONDITION_HEADER) {
        codes.push(ErrorCode::ListChanged);
    }
    codes
}

fn accepts_media_type(operation: &Operation, media_type: &str) -> bool {
    matches!(&operation.request_body, Some(RefOr::T(body)) if body.content.contains_key(media_type))
}

fn body_has(operation: &Operation, field: &str, schemas: &Schemas) -> bool {
    let Some(RefOr::T(body)) = &operation.request_body else {
        return false;
    };
    body.content.values().any(
        |content| matches!(content, RefOr::T(content) if schemas.has_field(&json!(content.schema), field)),
    )
}

fn error_response(description: String) -> Response {
    let body = Content::new(Some(RefOr::Ref(Ref::from_schema_name("ErrorBody"))));
    ResponseBuilder::new()
        .description(description)
        .content("application/json", body)
        .build()
}
