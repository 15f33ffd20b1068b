//! Every operation of the document, called by every role.

mod cast;
mod document;
mod hang_ups;
mod refusals;
mod table;
mod things;

use std::collections::BTreeSet;

use cast::{Cast, Role, bearer};
use document::{Operation, operations};
use table::{At, Body, Row, TABLE, Who};
use things::Things;

use crate::support::run;

/// The operations with their rows.
fn rows() -> Vec<(Operation, &'static Row)> {
    let find = |operation: &Operation| {
        let row = TABLE.iter().find(|row| row.id == operation.id);
        row.unwrap_or_else(|| panic!("{} has no row in the table of roles", operation.id))
    };
    operations()
        .into_iter()
        .map(|operation| {
            let row = find(&operation);
            (operation, row)
        })
        .collect()
}

#[test]
fn the_table_has_one_row_for_each_operation_of_the_document() {
    let documented: Vec<_> = operations().into_iter().map(|operation| operation.id).collect();
    let documented: BTreeSet<_> = documented.iter().map(String::as_str).collect();
    let listed: BTreeSet<_> = TABLE.iter().map(|row| row.id).collect();
    assert_eq!(listed, documented);
    assert_eq!(listed.len(), TABLE.len(), "one row each");
    for (operation, row) in rows() {
        assert_eq!(operation.path.contains('{'), row.at.is_some(), "{}", row.id);
        assert_eq!(operation.is_secured, row.who != Who::Anybody, "{}", row.id);
    }
}

fn names_group(row: &Row, things: &Things) -> bool {
    matches!(row.body, Body::Json(make) if make(things).get("group_id").is_some())
}

/// The status that the role gets for its call.
fn expected(operation: &Operation, row: &Row, things: &Things, role: Role) -> u16 {
    let allowed = row.allowed.unwrap_or_else(|| operation.success());
    let is_owned = match row.at {
        Some(At::Owned(_)) => true,
        Some(At::Collected(_)) => role == Role::Groupless,
        Some(At::Fixed(_)) | None => false,
    };
    match (row.who, role) {
        (Who::Anybody, _) | (_, Role::Admin) => allowed,
        (_, Role::Anonymous | Role::Inactive) => 401,
        (Who::Admins, _) | (Who::Managers, Role::Reserved) => 403,
        (Who::Managers, Role::Groupless) if !names_group(row, things) => 403,
        (_, Role::Groupless | Role::Stranger) if is_owned || names_group(row, things) => 404,
        _ => allowed,
    }
}

#[test]
fn each_role_gets_what_it_may_and_the_refused_change_nothing() {
    run(async {
        let mut cast = Cast::new().await;
        for (operation, row) in rows() {
            for role in Role::ALL {
                let things = cast.things(role).await;
                let status = expected(&operation, row, &things, role);
                let before = cast.fingerprint().await;
                let answer = cast
                    .call(&bearer(cast.token(role)), &operation, row, &things, "")
                    .await;
                assert_eq!(
                    answer.status.as_u16(),
                    status,
                    "{} by {role:?}: {answer:?}",
                    row.id
                );
                operation.assert_documented(&answer);
                if status >= 400 {
                    assert_eq!(cast.fingerprint().await, before, "{} by {role:?}", row.id);
                } else if row.ends_token {
                    cast = Cast::new().await;
                }
            }
        }
    });
}

#[test]
fn what_belongs_to_a_group_does_not_exist_for_another() {
    run(async {
        let cast = Cast::new().await;
        sqlx::query("UPDATE settings SET content_visibility = 'group'")
            .execute(&cast.world.owner)
            .await
            .unwrap();
        for (operation, row) in rows().into_iter().filter(|(_, row)| row.who != Who::Anybody) {
            for role in [Role::Stranger, Role::GroupAdmin, Role::Groupless] {
                // Group A's, where none of these belongs.
                let things = cast.things(Role::Member).await;
                let names_owned = matches!(row.at, Some(At::Owned(_) | At::Collected(_)));
                if names_owned || names_group(row, &things) || names_accounts(row, &things) {
                    refuses(&cast, &operation, row, role, &things, "").await;
                }
                if operation.query.iter().any(|name| name == "group_id") {
                    let query = format!("?group_id={}", things.group);
                    refuses(&cast, &operation, row, role, &things, &query).await;
                }
            }
        }
    });
}

/// Asserts that the call finds nothing and changes nothing.
async fn refuses(cast: &Cast, operation: &Operation, row: &Row, role: Role, things: &Things, query: &str) {
    let before = cast.fingerprint().await;
    let answer = cast
        .call(&bearer(cast.token(role)), operation, row, things, query)
        .await;
    let status = answer.status.as_u16();
    let lacks_role = row.who == Who::Admins || (row.who == Who::Managers && role == Role::Groupless);
    // A list of ids is worked off; those of others are not found one by one.
    let works_off = query.is_empty() && names_accounts(row, things) && status == operation.success();
    assert!(
        status == 404 || (lacks_role && status == 403) || works_off,
        "{}{query} by {role:?}: {answer:?}",
        row.id
    );
    operation.assert_documented(&answer);
    assert_eq!(cast.fingerprint().await, before, "{}{query} by {role:?}", row.id);
}

/// Whether the body lists accounts of a group.
fn names_accounts(row: &Row, things: &Things) -> bool {
    matches!(row.body, Body::Json(make) if make(things).get("account_ids").is_some())
}
