//! `PUT /api/scraping/config`

use clipmeter_db::audit::Action;
use clipmeter_db::platform_config::{self, Current, Layer, LayerChange};
use clipmeter_db::tracking::resources;
use clipmeter_db::tracking::resources::platform_config::PlatformConfigResource;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::show::{PlatformConfigResponse, Tagged, response};
use crate::control_plane::DesiredStateError;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::{self, null_as_default};
use crate::http::scope::Admin;

/// The new admins' layer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetPlatformConfig {
    /// A JSON merge patch (RFC 7396) with the differences from the built-in configuration; empty to remove all
    /// overrides. Lists are replaced as a whole.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub(crate) own: Map<String, Value>,
    /// The reason, for later reference; at most 200 characters.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, example = "ID of the new revision", default = "")]
    pub(crate) note: String,
}

/// Maximum length of the reason, characters.
const MAX_NOTE_LENGTH: usize = 200;

/// Change the platform configuration
///
/// Admins only. Replaces the whole admins' layer; takes effect with the next run. Invalid values, and rates that the
/// platforms are known not to tolerate, return 422 with a text that begins with the path:
/// `instagram.documents.graphql_clips[0].doc_id`. With `If-Match`, nothing is changed unless the revision is still the
/// one that was read. Accounts whose responses could not be parsed are read again at their next tick. On a cluster
/// where a `PlatformConfig` manages the layer, 409.
#[utoipa::path(
    put,
    path = "/api/scraping/config",
    tag = "Scraping",
    security(("token" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the revision to change"),
    ),
    request_body = SetPlatformConfig,
    responses(
        (status = 200, body = PlatformConfigResponse, description = "The current platform configuration",
            headers(("ETag" = String, description = "Names the revision"))),
        (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
    ),
)]
pub(crate) async fn set_platform_config(
    admin: Admin,
    headers: HeaderMap,
    input::Json(input): input::Json<SetPlatformConfig>,
) -> Result<Tagged, Problem> {
    let note = input::line("note", &input.note, MAX_NOTE_LENGTH)?;
    let own = Value::Object(input.own);
    let current = retried(|| set(&admin, &headers, &own, note)).await?;
    response(&current, None)
}

async fn set(admin: &Admin, headers: &HeaderMap, own: &Value, note: &str) -> Result<Current, Problem> {
    let mut transaction = admin.write().await?;
    let mut current = platform_config::current_to_change(&mut transaction).await?;
    if let Some(manager) = resources::platform_config::manager(&mut transaction).await? {
        return Err(managed(manager).into());
    }
    if !input::is_expected(headers, &current.revision()) {
        let text = "The platform configuration was changed in the meantime. Reload it and try again.";
        return Err(Problem::new(ErrorCode::ListChanged, text));
    }
    current.check(own)?;
    let change = LayerChange {
        document: own.clone(),
        made_at: admin.caller().now(),
        made_by: Some(&admin.caller().user().username),
        note,
    };
    let made = platform_config::put(&mut transaction, &current, Layer::Admin, change).await?;
    let details = json!({"revision": made.revision, "note": note});
    admin
        .caller()
        .record(&mut transaction, Action::PlatformConfigUpdate, None, details)
        .await?;
    transaction.commit().await?;
    current.own = Some(made);
    Ok(current)
}

fn managed(manager: PlatformConfigResource) -> DesiredStateError {
    DesiredStateError::ManagedElsewhere {
        what: format!("The resource PlatformConfig {}", manager.resource),
        manager: manager.managed_by,
    }
}
