//! Adds a tracked account.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::erasure::erased;
use clipmeter_db::tracking::accounts::{self, AddOutcome, NewAccounts};
use clipmeter_db::tracking::intent::Subject;
use clipmeter_db::tracking::limits::no_more_accounts;
use clipmeter_proto::v1::Platform;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::username;
use super::view::AccountView;
use crate::http::database::Transaction;
use crate::http::database::desired::track_new;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input;
use crate::http::platforms::each_platform;
use crate::http::scope::{AccountManager, SignedIn};
use crate::http::state::HttpState;

/// An account to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddAccount {
    /// The handle on the platform; a leading @ or the profile URL is accepted too.
    #[schema(example = "natgeo", max_length = 300)]
    pub(crate) username: String,
    /// Required for admins if there are several groups. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Account;

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/accounts"),
                tag = $name,
                operation_id = concat!("add_", $code, "_account"),
                summary = concat!("Track ", $named, " account"),
                description = "The account is scraped at the next tick of the schedule.",
                security(("token" = [])),
                request_body = AddAccount,
                responses(
                    (status = 201, body = Account, description = "The tracked account"),
                    (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
                    (status = 409, body = ErrorBody, description = "`account_exists`, `account_limit_reached` or `handle_erased`"),
                ),
            )]
            pub(crate) async fn handler(
                State(state): State<Arc<HttpState>>,
                signed_in: SignedIn,
                input::Json(input): input::Json<AddAccount>,
            ) -> Result<(StatusCode, Json<Account>), Problem> {
                let account = add(&state, signed_in, Platform::$Platform, input).await?;
                Ok((StatusCode::CREATED, Json(account.into())))
            }
        }
    };
}

each_platform!(operations);

/// Tracks an account in the group of the call.
pub(crate) async fn add(
    state: &HttpState,
    signed_in: SignedIn,
    platform: Platform,
    input: AddAccount,
) -> Result<AccountView, Problem> {
    let username = username::parse(platform, &input.username)?;
    let (scope, group_id) = signed_in.adding_to_group(input.group_id).await?;

    let new = NewAccounts {
        platform,
        group_id,
        usernames: std::slice::from_ref(&username),
        added_by: Some(scope.caller().user().user_id),
    };
    retried(|| store(state, &scope, new, &username)).await
}

async fn store(
    state: &HttpState,
    scope: &AccountManager,
    new: NewAccounts<'_>,
    username: &str,
) -> Result<AccountView, Problem> {
    let caller = scope.caller();
    let mut transaction = scope.write().await?;
    let erased = erased::names_to_add(&mut transaction, &state.secrets, new.platform, new.usernames).await?;
    if !erased.is_empty() {
        return Err(ErrorCode::HandleErased.into());
    }
    let added = accounts::add(&mut transaction, new, caller.now())
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let id = match added.outcomes.as_slice() {
        [AddOutcome::Tracked(id)] => *id,
        [AddOutcome::Exists] => {
            return Err(Problem::new(ErrorCode::AccountExists, already_tracked(username)));
        }
        _ => {
            let text = no_more_accounts(new.platform, added.limit);
            return Err(Problem::new(ErrorCode::AccountLimitReached, text));
        }
    };
    let details = json!({"platform": new.platform.code(), "usernames": [username]});
    caller
        .record(&mut transaction, Action::AccountAdd, Some(new.group_id), details)
        .await?;
    let rows = accounts::list(&mut transaction, new.platform, Some(&[id])).await?;
    let views = AccountView::all(&mut transaction, new.platform, rows, caller.now()).await?;
    let view = views.into_iter().next().ok_or(ErrorCode::Internal)?;
    let names = std::iter::once(username.to_owned());
    apply_accounts(transaction, new, names, added.limit).await?;
    Ok(view)
}

/// Applies the desired state of new accounts and commits. If the cluster's limit is stricter than the database's, its
/// error is returned as the group's limit.
pub(crate) async fn apply_accounts(
    mut transaction: Transaction,
    new: NewAccounts<'_>,
    usernames: impl Iterator<Item = String>,
    limit: i32,
) -> Result<(), Problem> {
    let platform = new.platform;
    let subjects = usernames.map(|username| Subject::Account { platform, username });
    let intent = track_new(&mut transaction, new.group_id, subjects).await?;
    let applied = transaction.commit_desired(vec![intent]).await;
    applied.map_err(|problem| match problem.code() {
        ErrorCode::AccountLimitReached => Problem::new(problem.code(), no_more_accounts(platform, limit)),
        _ => problem,
    })
}

pub(crate) fn already_tracked(username: &str) -> String {
    format!("@{username} is already tracked")
}
