//! The parts of the OpenAPI document besides the paths. The web client is generated from the document, and tests are
//! derived from it.
//!
//! Handlers document their specifics; what follows from an operation's shape is added here.

mod common_responses;
mod complete;
mod example;

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi as Document, PathItem};
use utoipa::{Modify, OpenApi};

use super::error::ErrorBody;

pub(crate) use self::common_responses::document_polling;
pub(crate) use self::complete::complete;

/// The parts of the document besides the paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Clipmeter",
        description = "Analytics of public Instagram and TikTok accounts.\n\n\
            A token comes from `POST /api/auth/login` and is sent as `Authorization: Bearer TOKEN`. Every response that is not a \
            success has the body `{\"error\": \"<text for people>\", \"code\": \"<stable word>\"}` and names its request in \
            `x-request-id`. Unknown fields and query parameters are refused. A method that a path does not have is answered \
            with 405.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/", description = "This installation")),
    tags(
        (name = "Authentication", description = "Signing in and out, the own user and password."),
        (name = "Dashboard", description = "Totals, the best items, the tables of everything that was collected, and scraping all of it."),
        (name = "Groups", description = "Client groups: their limits, their cost model, their users."),
        (name = "Instagram", description = "Tracked Instagram accounts and their posts."),
        (name = "TikTok", description = "Tracked TikTok accounts, videos tracked one by one, and their numbers."),
        (name = "Admin", description = "Users, the audit log, and how the whole platform fares."),
        (name = "Scraping", description = "The schedule, runs, and the pool of Instagram sessions."),
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
                "`access_token` of `POST /api/auth/login`; good for 12 hours.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Returns the operations of a path.
pub(crate) fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.post,
        &mut item.put,
        &mut item.patch,
        &mut item.delete,
    ]
    .into_iter()
    .flatten()
}
