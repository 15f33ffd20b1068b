//! Stops tracking accounts.

use std::collections::{BTreeMap, HashMap, HashSet};

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::tombstones::Burial;
use clipmeter_db::tracking::accounts::{self, Removed, TrackedResource};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::common::{AccountScope, Message, check_size, counted};
use crate::http::database::Transaction;
use crate::http::database::desired::{editable, not_tracked};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::{self, PathId};
use crate::http::platforms::each_platform;
use crate::http::scope::AccountManager;

/// Accounts to stop tracking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"account_ids": [1, 2, 3]}))]
pub(crate) struct DeleteAccounts {
    /// At least one, at most 10,000.
    #[schema(min_items = 1, max_items = 10_000)]
    pub(crate) account_ids: Vec<i64>,
}

/// The accounts that are no longer tracked.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeletedAccounts {
    /// Human-readable message.
    #[schema(example = "2 accounts deleted, 1 not found")]
    pub(crate) message: String,
    /// Number of accounts that were deleted.
    pub(crate) deleted_count: usize,
    /// IDs that match no account in scope, in the order in which they were sent.
    pub(crate) not_found: Vec<i64>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;

            #[utoipa::path(
                delete,
                path = concat!("/api/", $code, "/accounts/{id}"),
                tag = $name,
                operation_id = concat!("delete_", $code, "_account"),
                summary = concat!("Stop tracking ", $named, " account"),
                description = concat!(
                    "If no other group tracks it, its ",
                    $items,
                    " and their history are deleted after a week. Adding it again until then\nrestores them."
                ),
                security(("token" = [])),
                params(AccountScope, ("id" = i64, Path, description = "The account")),
                responses(
                    (status = 200, body = Message, description = "Deleted"),
                    (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
                ),
            )]
            pub(crate) async fn one(scope: AccountManager, PathId(id): PathId) -> Result<Json<Message>, Problem> {
                Ok(Json(remove(scope, Platform::$Platform, id).await?))
            }

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/accounts/bulk-delete"),
                tag = $name,
                operation_id = concat!("delete_", $code, "_accounts"),
                summary = concat!("Stop tracking many ", $name, " accounts"),
                description = concat!(
                    "Deletes those in scope, in one transaction; IDs of others are returned separately and change nothing. \
                     Accounts\nmanaged outside the dashboard are kept and named in the message; if there are no others, the call \
                     is rejected.\nAfter a week, ",
                    $items,
                    " and history that no other group tracks are deleted. Adding the accounts again until then\nrestores them."
                ),
                security(("token" = [])),
                params(AccountScope),
                request_body = DeleteAccounts,
                responses(
                    (status = 200, body = DeletedAccounts, description = "The number of deleted accounts, and the IDs that are not accounts in scope"),
                    (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes, if nothing else was deleted"),
                ),
            )]
            pub(crate) async fn many(
                scope: AccountManager,
                input::Json(input): input::Json<DeleteAccounts>,
            ) -> Result<Json<DeletedAccounts>, Problem> {
                Ok(Json(remove_many(scope, Platform::$Platform, input).await?))
            }
        }
    };
}

each_platform!(operations);

/// Maximum number of accounts that a message names.
const MAX_NAMES: usize = 5;

/// Stops tracking an account in its group.
async fn remove(scope: AccountManager, platform: Platform, id: i64) -> Result<Message, Problem> {
    let Untracked { removed, foreign } = untracked(scope, platform, vec![id]).await?;
    if let Some(kept) = foreign.into_iter().next() {
        return Err(kept.problem);
    }
    if removed.is_empty() {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(Message {
        message: "Account deleted".to_owned(),
    })
}

/// Stops tracking the accounts that are in scope, except those that another tool manages.
async fn remove_many(
    scope: AccountManager,
    platform: Platform,
    input: DeleteAccounts,
) -> Result<DeletedAccounts, Problem> {
    check_size(input.account_ids.len(), "account_ids")?;
    let Untracked { removed, foreign } = untracked(scope, platform, input.account_ids.clone()).await?;
    let deleted_count = removed.len();
    let foreign_note = foreign_text(&foreign);
    let mut found: HashSet<i64> = removed.iter().map(|account| account.id).collect();
    found.extend(foreign.iter().map(|kept| kept.id));
    if let Some(kept) = foreign.into_iter().next()
        && deleted_count == 0
    {
        return Err(kept.problem);
    }
    let not_found: Vec<i64> = input
        .account_ids
        .into_iter()
        .filter(|id| found.insert(*id))
        .collect();
    let mut parts = vec![counted(deleted_count, "account deleted", "accounts deleted")];
    if !not_found.is_empty() {
        parts.push(format!("{} not found", not_found.len()));
    }
    parts.extend(foreign_note);
    Ok(DeletedAccounts {
        message: parts.join(", "),
        deleted_count,
        not_found,
    })
}

/// The result of stopping to track accounts.
struct Untracked {
    removed: Vec<Removed>,
    foreign: Vec<KeptAccount>,
}

/// An account that stays because another tool manages it.
struct KeptAccount {
    id: i64,
    what: String,
    problem: Problem,
}

/// Lists the first accounts that are kept.
fn foreign_text(foreign: &[KeptAccount]) -> Option<String> {
    let names: Vec<&str> = foreign
        .iter()
        .take(MAX_NAMES)
        .map(|kept| kept.what.as_str())
        .collect();
    let more = match foreign.len() - names.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    (!names.is_empty()).then(|| format!("managed outside the dashboard: {}{more}", names.join(", ")))
}

async fn untracked(scope: AccountManager, platform: Platform, ids: Vec<i64>) -> Result<Untracked, Problem> {
    spawn_to_completion(async move { retried(|| untrack(&scope, platform, &ids)).await }).await
}

async fn untrack(scope: &AccountManager, platform: Platform, ids: &[i64]) -> Result<Untracked, Problem> {
    let mut transaction = scope.write().await?;
    let mut resources = accounts::resources(&mut transaction, platform, ids).await?;
    let foreign = foreign(&mut transaction, &resources).await?;
    for kept in &foreign {
        resources.remove(&kept.id);
    }
    let own: Vec<i64> = resources.keys().copied().collect();
    let removed =
        accounts::remove(&mut transaction, platform, &own, Burial::at(scope.caller().now())).await?;
    let mut names: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for account in &removed {
        names.entry(account.group_id).or_default().push(&account.username);
    }
    for (group_id, usernames) in names {
        let details = json!({"platform": platform.code(), "usernames": usernames});
        scope
            .caller()
            .record(&mut transaction, Action::AccountDelete, Some(group_id), details)
            .await?;
    }
    let removed_origins = removed.iter().filter_map(|account| resources.remove(&account.id));
    let intents = not_tracked(&mut transaction, removed_origins).await?;
    transaction.commit_desired(intents).await?;
    Ok(Untracked { removed, foreign })
}

/// Returns the accounts managed by other tools, ordered by ID.
async fn foreign(
    transaction: &mut Transaction,
    resources: &HashMap<i64, TrackedResource>,
) -> Result<Vec<KeptAccount>, Problem> {
    let mut foreign = Vec::new();
    for (id, resource) in resources.iter().collect::<BTreeMap<_, _>>() {
        match editable(transaction, resource).await {
            Err(problem) if problem.code() == ErrorCode::ManagedElsewhere => foreign.push(KeptAccount {
                id: *id,
                what: resource.name.subject.to_string(),
                problem,
            }),
            checked => checked?,
        }
    }
    Ok(foreign)
}
