//! Tests that call every documented operation with every role.

mod callers;
mod disconnects;
mod fixtures;
mod headers;
mod openapi_document;
mod random;
mod refusals;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use callers::{Callers, Role, bearer};
use fixtures::Fixtures;
use http::Method;
use openapi_document::{Operation, operations};
use table::{At, Body, RequiredRole, Row, TABLE};

use crate::support::run;

/// The operations with their rows.
fn rows() -> Vec<(&'static Operation, &'static Row)> {
    let find = |operation: &Operation| {
        let row = TABLE.iter().find(|row| row.id == operation.id);
        row.unwrap_or_else(|| panic!("{} has no row in the table of roles", operation.id))
    };
    operations()
        .iter()
        .map(|operation| (operation, find(operation)))
        .collect()
}

#[test]
fn asvs_8_2_1_role_table_lists_every_documented_operation_once() {
    let documented: BTreeSet<_> = operations()
        .iter()
        .map(|operation| operation.id.as_str())
        .collect();
    let listed: BTreeSet<_> = TABLE.iter().map(|row| row.id).collect();
    assert_eq!(listed, documented);
    assert_eq!(listed.len(), TABLE.len(), "one row each");
    for (operation, row) in rows() {
        assert_eq!(operation.path.contains('{'), row.at.is_some(), "{}", row.id);
        assert_eq!(
            operation.is_secured,
            row.required_role != RequiredRole::Public,
            "{}",
            row.id
        );
    }
}

fn names_group(row: &Row, fixtures: &Fixtures) -> bool {
    matches!(row.body, Body::Json(make) if make(fixtures).get("group_id").is_some())
}

/// Returns the status of the role's call.
fn expected(operation: &Operation, row: &Row, fixtures: &Fixtures, role: Role) -> u16 {
    let allowed = row.allowed.unwrap_or_else(|| operation.success());
    let is_owned = match row.at {
        Some(At::Owned(_)) => true,
        Some(At::Collected(_)) => role == Role::Groupless,
        Some(At::Fixed(_)) | None => false,
    };
    match (row.required_role, role) {
        (RequiredRole::Public, _) | (_, Role::Admin) => allowed,
        (_, Role::Anonymous | Role::Inactive) => 401,
        (required, Role::Viewer) if required != RequiredRole::Readers => 403,
        (RequiredRole::Admins, _)
        | (RequiredRole::Managers, Role::Reserved)
        | (RequiredRole::GroupAdmins, Role::Member | Role::Reserved)
        | (RequiredRole::UserManagers, Role::Groupless | Role::OtherMember | Role::Member | Role::Reserved)
        | (RequiredRole::Members, Role::Groupless) => 403,
        (RequiredRole::Managers, Role::Groupless) if !names_group(row, fixtures) => 403,
        (_, Role::Groupless | Role::OtherMember) if is_owned || names_group(row, fixtures) => 404,
        _ => allowed,
    }
}

#[test]
fn asvs_8_2_1_role_permissions_are_enforced_and_denied_calls_change_nothing() {
    run(async {
        let mut callers = Callers::new().await;
        // Objects of a group that no call has changed, and the state after the last call if nothing has been created since.
        let (mut unchanged, mut state) = (BTreeMap::new(), None);
        for (operation, row) in rows() {
            for role in Role::ALL {
                let group = callers.group(role);
                let fixtures = if let Some(fixtures) = unchanged.remove(&group) {
                    fixtures
                } else {
                    state = None;
                    callers.fixtures(role).await
                };
                let status = expected(operation, row, &fixtures, role);
                let before = if let Some(state) = state.take() {
                    state
                } else {
                    callers.fingerprint().await
                };
                let response = callers
                    .call(&bearer(callers.token(role)), operation, row, &fixtures, "")
                    .await;
                assert_eq!(
                    response.status.as_u16(),
                    status,
                    "{} by {role:?}: {response:?}",
                    row.id
                );
                operation.assert_documented(&response);
                if status >= 400 {
                    assert_eq!(callers.fingerprint().await, before, "{} by {role:?}", row.id);
                    state = Some(before);
                }
                if row.ends_token && status < 400 {
                    callers = Callers::new().await;
                    unchanged.clear();
                } else if status >= 400 || operation.method == Method::GET {
                    unchanged.insert(group, fixtures);
                }
            }
        }
    });
}

#[test]
fn asvs_8_4_1_group_resources_are_inaccessible_to_other_groups() {
    run(async {
        let callers = Callers::new().await;
        sqlx::query("UPDATE settings SET content_visibility = 'group'")
            .execute(&callers.world.owner)
            .await
            .unwrap();
        // In group A, to which none of these objects belongs.
        let fixtures = callers.fixtures(Role::Member).await;
        for (operation, row) in rows()
            .into_iter()
            .filter(|(_, row)| row.required_role != RequiredRole::Public)
        {
            for role in [Role::OtherMember, Role::GroupAdmin, Role::Groupless, Role::Viewer] {
                let names_owned = matches!(row.at, Some(At::Owned(_) | At::Collected(_)));
                if names_owned || names_group(row, &fixtures) || names_accounts(row, &fixtures) {
                    refuses(&callers, operation, row, role, &fixtures, "").await;
                }
                if operation.query.iter().any(|name| name == "group_id") {
                    let query = format!("?group_id={}", fixtures.group);
                    refuses(&callers, operation, row, role, &fixtures, &query).await;
                }
            }
        }
    });
}

/// Asserts that the call finds nothing and changes nothing.
async fn refuses(
    callers: &Callers,
    operation: &Operation,
    row: &Row,
    role: Role,
    fixtures: &Fixtures,
    query: &str,
) {
    let before = callers.fingerprint().await;
    let response = callers
        .call(&bearer(callers.token(role)), operation, row, fixtures, query)
        .await;
    let status = response.status.as_u16();
    let lacks_role = row.required_role == RequiredRole::Admins
        || (row.required_role == RequiredRole::Managers && role == Role::Groupless)
        || (row.required_role == RequiredRole::UserManagers && role != Role::GroupAdmin)
        || (row.required_role != RequiredRole::Readers && role == Role::Viewer);
    // A list of IDs is processed; IDs of other groups are reported as not found.
    let works_off = query.is_empty() && names_accounts(row, fixtures) && status == operation.success();
    assert!(
        status == 404 || (lacks_role && status == 403) || works_off,
        "{}{query} by {role:?}: {response:?}",
        row.id
    );
    operation.assert_documented(&response);
    assert_eq!(
        callers.fingerprint().await,
        before,
        "{}{query} by {role:?}",
        row.id
    );
}

/// Whether the body lists accounts of a group.
fn names_accounts(row: &Row, fixtures: &Fixtures) -> bool {
    matches!(row.body, Body::Json(make) if make(fixtures).get("account_ids").is_some())
}
