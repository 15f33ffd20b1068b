//! Completes the handlers' documentation: errors that follow from an operation's shape, and an example of every body.

use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, RefOr, Response};

use super::common_responses::document_errors;
use super::example::Schemas;
use super::operations;
use crate::http::error::ErrorCode;

/// Completes the document of all paths.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let named = document.components.as_ref().map(|components| &components.schemas);
    let schemas = Schemas::new(json!(named));
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        document_errors(operation, &schemas);
        show_examples(operation, &schemas);
    }
    document
}

fn show_examples(operation: &mut Operation, schemas: &Schemas) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        body.content
            .values_mut()
            .for_each(|content| show_one(content, schemas));
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if status.starts_with('2') {
            response
                .content
                .values_mut()
                .for_each(|content| show_one(content, schemas));
        } else {
            show_errors(response);
        }
    }
}

fn show_one(content: &mut RefOr<Content>, schemas: &Schemas) {
    let RefOr::T(content) = content else { return };
    if content.example.is_none() && content.examples.is_empty() {
        content.example = schemas.example(&json!(content.schema));
    }
}

/// Adds one example per code that the description names.
fn show_errors(response: &mut Response) {
    let named = ErrorCode::ALL
        .into_iter()
        .filter(|code| response.description.contains(&format!("`{}`", code.code())));
    let examples: Vec<_> = named
        .map(|code| (code.code().to_owned(), error_example(code)))
        .collect();
    for content in response.content.values_mut() {
        if let RefOr::T(content) = content {
            content.examples.extend(examples.iter().cloned());
        }
    }
}

fn error_example(code: ErrorCode) -> RefOr<utoipa::openapi::example::Example> {
    let body: Value = json!({"error": code.text(), "code": code.code()});
    RefOr::T(ExampleBuilder::new().value(Some(body)).build())
}
