//! Adds many tracked accounts.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::erasure::erased;
use clipmeter_db::tracking::accounts::{self, AddOutcome, NewAccounts};
use clipmeter_db::tracking::limits::no_more_accounts;
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::add::{already_tracked, apply_accounts};
use super::username;
use super::view::AccountView;
use crate::http::common::{EntryStatus, check_size, summary};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input;
use crate::http::platforms::each_platform;
use crate::http::scope::{AccountManager, SignedIn};
use crate::http::state::HttpState;

/// One of the accounts to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountEntry {
    /// The handle on the platform; a leading @ or the profile URL is accepted too.
    #[schema(example = "natgeo")]
    pub(crate) username: String,
}

/// Accounts to track.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"accounts": [{"username": "natgeo"}, {"username": "@nasa"}]}))]
pub(crate) struct AddAccounts {
    /// At least one, at most 10,000.
    #[schema(min_items = 1, max_items = 10_000)]
    pub(crate) accounts: Vec<AccountEntry>,
    /// Required for admins if there are several groups. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
}

/// The result for one of the accounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AddedAccount<A> {
    /// The handle as tracked, lower case and without @; for an invalid entry, the input.
    #[schema(example = "natgeo")]
    pub(crate) username: String,
    /// The result for the entry.
    pub(crate) status: EntryStatus,
    /// Human-readable reason why the entry was not added; absent when it was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// The account; absent when it was not added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) account: Option<A>,
}

/// The results for all entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AddedAccounts<A> {
    /// Human-readable message.
    #[schema(example = "2 accounts added, 1 duplicate")]
    pub(crate) message: String,
    /// Number of entries that were added.
    pub(crate) added_count: usize,
    /// One result per entry, in the order of the entries.
    pub(crate) results: Vec<AddedAccount<A>>,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Account;

            #[utoipa::path(
                post,
                path = concat!("/api/", $code, "/accounts/bulk"),
                tag = $name,
                operation_id = concat!("add_", $code, "_accounts"),
                summary = concat!("Track many ", $name, " accounts"),
                description = "Adds new entries in the order of the list, up to the group's limit, in one transaction, and returns \
                    the result of\nevery entry.",
                security(("token" = [])),
                request_body = AddAccounts,
                responses(
                    (status = 200, body = AddedAccounts<Account>, description = "A result for each entry"),
                    (status = 404, body = ErrorBody, description = "`not_found`: no such group"),
                    (status = 409, body = ErrorBody, description = "`account_limit_reached`: on Kubernetes, if the cluster's limit is stricter"),
                ),
            )]
            pub(crate) async fn handler(
                State(state): State<Arc<HttpState>>,
                signed_in: SignedIn,
                input::Json(input): input::Json<AddAccounts>,
            ) -> Result<Json<AddedAccounts<Account>>, Problem> {
                Ok(Json(add_many(&state, signed_in, Platform::$Platform, input).await?))
            }
        }
    };
}

each_platform!(operations);

/// A parsed entry.
enum BulkEntry {
    /// The first entry with this username.
    Name(String),
    /// A duplicate of an earlier entry.
    Repeated(String),
    Invalid {
        sent: String,
        error: String,
    },
}

/// Tracks as many of the accounts as the limit of the call's group allows, in their order.
async fn add_many<A: From<AccountView>>(
    state: &HttpState,
    signed_in: SignedIn,
    platform: Platform,
    input: AddAccounts,
) -> Result<AddedAccounts<A>, Problem> {
    check_size(input.accounts.len(), "accounts")?;
    let (scope, group_id) = signed_in.adding_to_group(input.group_id).await?;
    let mut entries = parse_entries(platform, input.accounts);
    let usernames: Vec<String> = entries.iter().filter_map(BulkEntry::name).cloned().collect();

    let new = NewAccounts {
        platform,
        group_id,
        usernames: &usernames,
        added_by: Some(scope.caller().user().user_id),
    };
    let Stored { erased, added, views } = retried(|| store(state, &scope, new)).await?;
    exclude_erased(&mut entries, &erased);
    let added_count = views.len();
    let mut accounts: HashMap<i64, A> = views.into_iter().map(|view| (view.id(), view.into())).collect();
    let mut outcomes = added.outcomes.into_iter();
    let results: Vec<AddedAccount<A>> = entries
        .into_iter()
        .map(|entry| match entry {
            BulkEntry::Name(name) => match outcomes.next() {
                Some(AddOutcome::Tracked(id)) => result(name, EntryStatus::Added, None, accounts.remove(&id)),
                Some(AddOutcome::Exists) => {
                    let error = already_tracked(&name);
                    result(name, EntryStatus::Duplicate, Some(error), None)
                }
                Some(AddOutcome::LimitReached) | None => {
                    let error = no_more_accounts(platform, added.limit);
                    result(name, EntryStatus::OverLimit, Some(error), None)
                }
            },
            BulkEntry::Repeated(name) => {
                let error = format!("@{name} is in the list more than once");
                result(name, EntryStatus::Duplicate, Some(error), None)
            }
            BulkEntry::Invalid { sent, error } => result(sent, EntryStatus::Invalid, Some(error), None),
        })
        .collect();
    let statuses: Vec<EntryStatus> = results.iter().map(|row| row.status).collect();
    Ok(AddedAccounts {
        message: summary(&statuses, "account", "accounts"),
        added_count,
        results,
    })
}

/// The result of the transaction, which is repeated after a deadlock. Only it knows which names were erased.
struct Stored {
    /// Names that were erased, which have no result in `added`.
    erased: HashSet<String>,
    added: accounts::AddedAccounts,
    /// The accounts that are tracked now.
    views: Vec<AccountView>,
}

async fn store(state: &HttpState, scope: &AccountManager, new: NewAccounts<'_>) -> Result<Stored, Problem> {
    let caller = scope.caller();
    let mut transaction = scope.write().await?;
    let erased = erased::names_to_add(&mut transaction, &state.secrets, new.platform, new.usernames).await?;
    let usernames: Vec<String> = new
        .usernames
        .iter()
        .filter(|name| !erased.contains(*name))
        .cloned()
        .collect();
    let new = NewAccounts {
        usernames: &usernames,
        ..new
    };
    let added = accounts::add(&mut transaction, new, caller.now())
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let ids: Vec<i64> = added.outcomes.iter().copied().filter_map(id_of).collect();
    let rows = accounts::list_inserted(&mut transaction, new.platform, &ids).await?;
    if !rows.is_empty() {
        let names: Vec<&str> = rows.iter().map(|row| row.username.as_str()).collect();
        let details = json!({"platform": new.platform.code(), "usernames": names});
        caller
            .record(&mut transaction, Action::AccountAdd, Some(new.group_id), details)
            .await?;
    }
    let names: Vec<String> = rows.iter().map(|row| row.username.clone()).collect();
    let views = AccountView::all(&mut transaction, new.platform, rows, caller.now()).await?;
    apply_accounts(transaction, new, names.into_iter(), added.limit).await?;
    Ok(Stored { erased, added, views })
}

impl BulkEntry {
    fn name(&self) -> Option<&String> {
        match self {
            Self::Name(name) => Some(name),
            Self::Repeated(_) | Self::Invalid { .. } => None,
        }
    }
}

fn parse_entries(platform: Platform, sent: Vec<AccountEntry>) -> Vec<BulkEntry> {
    let mut seen = HashSet::new();
    sent.into_iter()
        .map(|entry| match username::parse(platform, &entry.username) {
            Ok(name) if seen.insert(name.clone()) => BulkEntry::Name(name),
            Ok(name) => BulkEntry::Repeated(name),
            Err(problem) => BulkEntry::Invalid {
                sent: entry.username,
                error: problem.text().to_owned(),
            },
        })
        .collect()
}

/// Excludes erased handles.
fn exclude_erased(entries: &mut [BulkEntry], erased: &HashSet<String>) {
    for entry in entries {
        if let Some(name) = entry.name().filter(|name| erased.contains(*name)) {
            *entry = BulkEntry::Invalid {
                sent: name.clone(),
                error: ErrorCode::HandleErased.text().to_owned(),
            };
        }
    }
}

fn id_of(outcome: AddOutcome) -> Option<i64> {
    match outcome {
        AddOutcome::Tracked(id) => Some(id),
        AddOutcome::Exists | AddOutcome::LimitReached => None,
    }
}

fn result<A>(
    username: String,
    status: EntryStatus,
    error: Option<String>,
    account: Option<A>,
) -> AddedAccount<A> {
    AddedAccount {
        username,
        status,
        error,
        account,
    }
}
