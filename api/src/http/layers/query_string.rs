//! Refuses query strings of calls that have no query parameters.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::Method;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{OpenApi, RefOr};

use crate::http::error::Problem;

/// The methods without query parameters of each route.
pub(crate) struct WithoutQuery(HashMap<String, Vec<Method>>);

impl WithoutQuery {
    pub(crate) fn of(document: &OpenApi) -> Self {
        let mut routes = HashMap::new();
        for (path, item) in &document.paths.paths {
            let methods = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            let without = methods
                .into_iter()
                .filter(|(_, operation)| matches!(operation, Some(operation) if !has_query(operation)));
            routes.insert(path.clone(), without.map(|(method, _)| method).collect());
        }
        Self(routes)
    }

    fn refuses(&self, request: &Request) -> bool {
        let Some(route) = request.extensions().get::<MatchedPath>() else {
            return false;
        };
        let method = match request.method() {
            &Method::HEAD => &Method::GET,
            method => method,
        };
        self.0
            .get(route.as_str())
            .is_some_and(|methods| methods.contains(method))
    }
}

fn has_query(operation: &Operation) -> bool {
    let parameters = operation.parameters.as_deref().unwrap_or_default();
    parameters.iter().any(
        |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query),
    )
}

/// Refuses a query string that the handler would ignore, and with it a group that it names. A handler with query parameters
/// refuses unknown ones while it reads them.
pub(crate) async fn refuse_ignored(
    State(calls): State<Arc<WithoutQuery>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let has_pairs = request.uri().query().is_some_and(|query| !query.is_empty());
    if has_pairs && calls.refuses(&request) {
        return Err(Problem::invalid(
            "The query string is not valid: this call has no query parameters",
        ));
    }
    Ok(next.run(request).await)
}
