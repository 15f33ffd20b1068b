//! Erasures of collected data, and the handles that must not be collected again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::codes;
use clipmeter_db::erasure::{self, Erased, ErasureRequest};
use clipmeter_db::tracking::accounts::TrackedResource;
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::accounts::username;
use crate::http::common::{Message, PlatformName};
use crate::http::database::Transaction;
use crate::http::database::desired::{editable, group_name, not_tracked};
use crate::http::error::{ErrorCode, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::{self, PathId};
use crate::http::scope::Admin;
use crate::http::state::HttpState;

/// A completed erasure. The handle is not stored in readable form.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasureEntry {
    /// Erasure ID.
    pub(crate) id: i64,
    /// Platform of the handle.
    pub(crate) platform: PlatformName,
    /// When the erasure was made.
    pub(crate) at: DateTime<Utc>,
    /// The username of the admin who requested it; empty for the command line.
    #[schema(example = "admin")]
    pub(crate) erased_by: String,
    /// Accounts that had the handle.
    pub(crate) accounts: i64,
    /// The accounts' posts and videos.
    pub(crate) items: i64,
}

/// All erasures.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Erasures {
    /// Latest first.
    pub(crate) erasures: Vec<ErasureEntry>,
}

/// List the erasures
///
/// Admins only. Handles are not stored, only digests to recognize them.
#[utoipa::path(
    get,
    path = "/api/admin/erasures",
    tag = "Admin",
    security(("token" = [])),
    responses(
        (status = 200, body = Erasures, description = "All of them"),
    ),
)]
pub(crate) async fn list_erasures(admin: Admin) -> Result<Json<Erasures>, Problem> {
    let mut transaction = admin.read().await?;
    let erasures = erasure::list(&mut transaction).await?;
    Ok(Json(Erasures {
        erasures: erasures
            .into_iter()
            .map(|erasure| ErasureEntry {
                id: erasure.id,
                platform: codes::platform(&erasure.platform).into(),
                at: erasure.at,
                erased_by: erasure.erased_by,
                accounts: erasure.accounts,
                items: erasure.items,
            })
            .collect(),
    }))
}

/// Allow an erased handle to be added again
///
/// Restores no data. Admins only.
#[utoipa::path(
    delete,
    path = "/api/admin/erasures/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The erasure")),
    responses(
        (status = 200, body = Message, description = "The handle can be added again"),
    ),
)]
pub(crate) async fn lift_erasure(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    let mut transaction = admin.write().await?;
    let platform = erasure::lift(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"platform": platform, "erasure": id});
    admin
        .caller()
        .record(&mut transaction, Action::HandleUnblock, None, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "The handle can be added again".to_owned(),
    }))
}

/// The handle to erase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "instagram", "username": "natgeo", "confirm": "natgeo"}))]
pub(crate) struct EraseHandle {
    /// Platform of the handle.
    pub(crate) platform: PlatformName,
    /// The handle; a leading @ or the profile URL is accepted too.
    #[schema(max_length = 300)]
    pub(crate) username: String,
    /// The same handle again, as confirmation, because the erasure cannot be undone.
    #[schema(max_length = 300)]
    pub(crate) confirm: String,
}

/// The result of an erasure.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasedHandle {
    /// Human-readable message.
    #[schema(example = "The handle was erased")]
    pub(crate) message: String,
    /// Accounts that have or had the handle.
    pub(crate) accounts: i64,
    /// Groups that tracked any of the data.
    pub(crate) groups: Vec<i64>,
    /// The accounts' posts and videos.
    pub(crate) items: i64,
    /// Measurements of these items.
    pub(crate) measurements: i64,
    /// Captions of other accounts in which a mention was redacted.
    pub(crate) captions: i64,
    /// Audit log entries in which the handle was redacted.
    pub(crate) audit_entries: i64,
    /// On a cluster: resources of other tools that still track the handle. They are refused from now on; delete them
    /// there.
    pub(crate) managed_elsewhere: Vec<ForeignResource>,
}

/// A resource managed by a tool other than the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ForeignResource {
    /// The group's name.
    #[schema(example = "Northwind")]
    pub(crate) group: String,
    /// The name of the resource; null until it has one.
    #[schema(example = "natgeo-8178a654")]
    pub(crate) resource: Option<String>,
    /// The tool that manages it.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: String,
}

/// Erase the data of a handle
///
/// Deletes every account that has or had the handle, in all groups, with its items and measurements; mentions in
/// captions of other accounts and in the audit log are redacted. The account is not collected again, under this or
/// another handle, until the erasure is deleted. Admins only. An erasure that exceeds the time limit of the request
/// continues after the error `unavailable`.
#[utoipa::path(
    post,
    path = "/api/admin/erasures",
    tag = "Admin",
    security(("token" = [])),
    request_body = EraseHandle,
    responses(
        (status = 200, body = ErasedHandle, description = "The numbers of erased objects, which may be 0. Nothing about the handle is collected from now on"),
    ),
)]
pub(crate) async fn erase_handle(
    State(state): State<Arc<HttpState>>,
    admin: Admin,
    input::Json(input): input::Json<EraseHandle>,
) -> Result<Json<ErasedHandle>, Problem> {
    let platform = Platform::from(input.platform);
    let handle = username::parse(platform, &input.username)?;
    if username::parse(platform, &input.confirm)? != handle {
        return Err(Problem::invalid("confirm must be the same as username"));
    }
    let erased =
        spawn_to_completion(async move { retried(|| store(&state, &admin, platform, &handle)).await })
            .await?;
    Ok(Json(erased))
}

async fn store(
    state: &HttpState,
    admin: &Admin,
    platform: Platform,
    handle: &str,
) -> Result<ErasedHandle, Problem> {
    let caller = admin.caller();
    let request = ErasureRequest {
        platform,
        username: handle,
        erased_by: &caller.user().username,
    };
    let mut transaction = admin.write().await?;
    let erased = erasure::erase(&mut transaction, &state.secrets, request, caller.now()).await?;
    caller
        .record(
            &mut transaction,
            Action::HandleErase,
            None,
            erased.details(platform),
        )
        .await?;
    let (own, foreign) = partition(&mut transaction, &erased).await?;
    let response = ErasedHandle {
        message: "The handle was erased".to_owned(),
        accounts: erased.accounts,
        groups: erased.groups().into_iter().collect(),
        items: erased.items,
        measurements: erased.measurements,
        captions: erased.captions,
        audit_entries: erased.audit_entries,
        managed_elsewhere: foreign,
    };
    let intents = not_tracked(&mut transaction, own).await?;
    transaction.commit_desired(intents).await?;
    Ok(response)
}

/// The subjects that tracked the handle: those that the dashboard untracks itself, and those that other tools manage.
async fn partition(
    transaction: &mut Transaction,
    erased: &Erased,
) -> Result<(Vec<TrackedResource>, Vec<ForeignResource>), Problem> {
    let (mut own, mut foreign) = (Vec::new(), Vec::new());
    for resource in &erased.resources {
        match editable(transaction, resource).await {
            Err(problem) if problem.code() == ErrorCode::ManagedElsewhere => foreign.push(ForeignResource {
                group: group_name(transaction, resource.group_id).await?.display_name,
                resource: resource.name.resource.clone(),
                managed_by: resource.managed_by.clone(),
            }),
            Err(problem) => return Err(problem),
            Ok(()) => own.push(resource.clone()),
        }
    }
    Ok((own, foreign))
}
