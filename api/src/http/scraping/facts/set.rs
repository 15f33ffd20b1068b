//! `PUT /api/scraping/facts`

use http::HeaderMap;
use serde_json::{Value, json};

use super::show::{Tagged, shown};
use crate::control_plane::DesiredStateError;
use crate::http::error::{Code, Problem};
use crate::http::input;
use crate::http::retried::retried;
use crate::http::scope::Admin;
use crate::http::types::{PlatformFacts, SetPlatformFacts};
use crate::store::audit::Action;
use crate::store::facts::{self, Change, Current, Layer};
use crate::store::resources::{self, facts::FactsManager};

/// Longest reason, characters.
const LONGEST_NOTE: usize = 200;

/// Say what scrapers are to know about the platforms
///
/// Admins only. Takes the place of all that admins said before; the next run uses it. What cannot be meant, or would be more than
/// the platforms are known to bear, is 422, and the text begins with its place: `instagram.documents.graphql_clips[0].doc_id`. With
/// `If-Match`, nothing is changed unless the version is still the one that was read. Accounts whose answers were not understood are
/// read again at their next tick. On a cluster where a `PlatformFacts` says the facts, 409.
#[utoipa::path(
    put,
    path = "/api/scraping/facts",
    tag = "Scraping",
    security(("token" = [])),
    params(
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the version that is changed"),
    ),
    request_body = SetPlatformFacts,
    responses(
        (status = 200, body = PlatformFacts, description = "The facts as they are now",
            headers(("ETag" = String, description = "Names the version"))),
    ),
)]
pub(super) async fn set_platform_facts(
    admin: Admin,
    headers: HeaderMap,
    input::Json(input): input::Json<SetPlatformFacts>,
) -> Result<Tagged, Problem> {
    let note = input::line("note", &input.note, LONGEST_NOTE)?;
    let own = Value::Object(input.own);
    let current = retried(|| set(&admin, &headers, &own, note)).await?;
    shown(&current, None)
}

async fn set(admin: &Admin, headers: &HeaderMap, own: &Value, note: &str) -> Result<Current, Problem> {
    let mut transaction = admin.write().await?;
    let mut current = facts::current_to_change(&mut transaction).await?;
    if let Some(manager) = resources::facts::manager(&mut transaction).await? {
        return Err(managed(manager).into());
    }
    if !input::is_expected(headers, &current.version()) {
        let text = "The facts have changed meanwhile. Reload them and try again.";
        return Err(Problem::new(Code::ListChanged, text));
    }
    current.check(own)?;
    let change = Change {
        document: own.clone(),
        made_at: admin.caller().now(),
        made_by: Some(&admin.caller().user().username),
        note,
    };
    let made = facts::put(&mut transaction, &current, Layer::Admin, change).await?;
    let details = json!({"version": made.version, "note": note});
    admin
        .caller()
        .record(&mut transaction, Action::FactsUpdate, None, details)
        .await?;
    transaction.commit().await?;
    current.own = Some(made);
    Ok(current)
}

fn managed(manager: FactsManager) -> DesiredStateError {
    DesiredStateError::ManagedElsewhere {
        what: format!("The resource PlatformFacts {}", manager.resource),
        manager: manager.managed_by,
    }
}
