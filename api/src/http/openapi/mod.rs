//! The parts of the OpenAPI document besides the paths. The web client is generated from the document, and tests are
//! derived from it.
//!
//! Handlers document their specifics; what follows from an operation's shape is added here.

mod common_responses;
mod example;

use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, ObjectBuilder, OpenApi as Document, PathItem, RefOr, Response, Schema};
use utoipa::{Modify, OpenApi};

use self::common_responses::document_errors;
use self::example::Schemas;
use super::error::{ErrorBody, ErrorCode};

pub(crate) use self::common_responses::document_polling;

/// The parts of the document besides the paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Clipmeter",
        description = "Analytics of public Instagram and TikTok accounts.\n\n\
            A token comes from `POST /api/auth/login` and is sent as `Authorization: Bearer TOKEN`. Every error response has the \
            body `{\"error\": \"<message>\", \"code\": \"<stable code>\"}`, and the request ID in the header `x-request-id`. \
            Unknown fields and query parameters are rejected. A method that a path does not support is rejected with 405.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/", description = "This installation")),
    tags(
        (name = "Authentication", description = "Sign-in and sign-out, and the caller's own user and password."),
        (name = "Dashboard", description = "Totals, top items, tables of all collected items and their saved views, and scraping of all accounts."),
        (name = "Groups", description = "Client groups with their limits, cost models and users."),
        (name = "Instagram", description = "Tracked Instagram accounts and their posts."),
        (name = "TikTok", description = "Tracked TikTok accounts, single videos, and their metrics."),
        (name = "Admin", description = "Users, the audit log, and the state of the installation."),
        (name = "Scraping", description = "Intervals, runs, the pool of Instagram sessions, proxies and scraper pools."),
    ),
    components(schemas(ErrorBody)),
    modifiers(&BearerToken)
)]
pub(crate) struct ApiDoc;

struct BearerToken;

impl Modify for BearerToken {
    fn modify(&self, document: &mut Document) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some(
                "`access_token` of `POST /api/auth/login`; valid for 12 hours.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Returns the operations of a path, each with whether it only reads.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let reading = item.get.iter_mut().map(|operation| (true, operation));
    let changing = [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
    let changing = changing.into_iter().flatten();
    reading.chain(changing.map(|operation| (false, operation)))
}

/// Completes the document of all paths.
pub(crate) fn complete(mut document: Document) -> Document {
    if let Some(components) = &mut document.components {
        components.schemas.values_mut().for_each(merge_inline);
    }
    let named = document.components.as_ref().map(|components| &components.schemas);
    let schemas = Schemas::new(json!(named));
    for (is_reading, operation) in document.paths.paths.values_mut().flat_map(operations) {
        document_errors(operation, is_reading, &schemas);
        show_examples(operation, &schemas);
    }
    document
}

/// Makes one object of a response and the types that it flattens and inlines, so that they are fields like any other.
fn merge_inline(schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::AllOf(all)) = schema else {
        return;
    };
    let mut whole = ObjectBuilder::new().description(all.description.clone()).build();
    for part in &all.items {
        let RefOr::T(Schema::Object(part)) = part else {
            return;
        };
        whole.required.extend(part.required.iter().cloned());
        whole.properties.extend(part.properties.clone());
    }
    *schema = RefOr::T(Schema::Object(whole));
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
        .iter()
        .copied()
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
