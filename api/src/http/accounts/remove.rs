//! No longer tracking accounts.

use std::collections::{BTreeMap, HashSet};

use clipmeter_proto::v1::Platform;
use serde_json::json;

use super::add_many::check_size;
use super::texts::counted;
use crate::http::desired::{editable, not_tracked};
use crate::http::error::{Code, Problem};
use crate::http::retried::retried;
use crate::http::scope::AccountManager;
use crate::http::to_the_end::to_the_end;
use crate::http::types::{DeleteAccounts, DeletedAccounts, Message};
use crate::store::audit::Action;
use crate::store::tracked::{self, Removed};

/// Has the account's group track it no longer.
pub(crate) async fn remove(scope: AccountManager, platform: Platform, id: i64) -> Result<Message, Problem> {
    let removed = untracked(scope, platform, vec![id]).await?;
    if removed.is_empty() {
        return Err(Code::NotFound.into());
    }
    Ok(Message {
        message: "Account deleted".to_owned(),
    })
}

/// Has the groups of those of the accounts that are in scope track them no longer.
pub(crate) async fn remove_many(
    scope: AccountManager,
    platform: Platform,
    input: DeleteAccounts,
) -> Result<DeletedAccounts, Problem> {
    check_size(input.account_ids.len(), "account_ids")?;
    let removed = untracked(scope, platform, input.account_ids.clone()).await?;
    let mut found: HashSet<i64> = removed.iter().map(|account| account.id).collect();
    let deleted_count = found.len();
    let not_found: Vec<i64> = input
        .account_ids
        .into_iter()
        .filter(|id| found.insert(*id))
        .collect();
    let deleted = counted(deleted_count, "account deleted", "accounts deleted");
    Ok(DeletedAccounts {
        message: match not_found.len() {
            0 => deleted,
            n => format!("{deleted}, {n} not found"),
        },
        deleted_count,
        not_found,
    })
}

async fn untracked(
    scope: AccountManager,
    platform: Platform,
    ids: Vec<i64>,
) -> Result<Vec<Removed>, Problem> {
    to_the_end(async move { retried(|| untrack(&scope, platform, &ids)).await }).await
}

async fn untrack(scope: &AccountManager, platform: Platform, ids: &[i64]) -> Result<Vec<Removed>, Problem> {
    let mut transaction = scope.write().await?;
    let mut origins = tracked::origins(&mut transaction, platform, ids).await?;
    for origin in origins.values() {
        editable(&origin.name.subject, &origin.managed_by)?;
    }
    let removed = tracked::remove(&mut transaction, platform, ids).await?;
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
    let gone = removed.iter().filter_map(|account| origins.remove(&account.id));
    let intents = not_tracked(&mut transaction, gone).await?;
    transaction.commit_wanted(intents).await?;
    Ok(removed)
}
