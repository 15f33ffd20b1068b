//! `POST /api/groups`

use axum::Json;
use http::StatusCode;
use serde_json::json;

use crate::http::error::{Code, ErrorBody, Problem};
use crate::http::input;
use crate::http::scope::Admin;
use crate::http::types::{CreateGroup, Group};
use crate::store::audit::Action;
use crate::store::groups;
use crate::store::groups::NewGroup;

/// Create a client group
///
/// Admins only.
#[utoipa::path(
    post,
    path = "/api/groups",
    tag = "Groups",
    security(("token" = [])),
    request_body = CreateGroup,
    responses(
        (status = 201, body = Group, description = "The new group"),
        (status = 409, body = ErrorBody, description = "`group_exists`"),
    ),
)]
pub(super) async fn create_group(
    admin: Admin,
    input::Json(input): input::Json<CreateGroup>,
) -> Result<(StatusCode, Json<Group>), Problem> {
    let group = validate(&input)?;
    let mut transaction = admin.write().await?;
    let id = groups::create(&mut transaction, &group, admin.caller().now())
        .await?
        .ok_or(Code::GroupExists)?;
    let details = json!({"name": group.name});
    admin
        .caller()
        .record(&mut transaction, Action::GroupCreate, Some(id), details)
        .await?;
    transaction.commit().await?;
    let group = Group {
        id,
        name: group.name.to_owned(),
        description: group.description.to_owned(),
        is_active: true,
        max_instagram_accounts: group.max_instagram_accounts,
        max_tiktok_accounts: group.max_tiktok_accounts,
        instagram_count: 0,
        tiktok_count: 0,
        user_count: 0,
    };
    Ok((StatusCode::CREATED, Json(group)))
}

/// Longest texts: what still fits a heading, and a paragraph.
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 1000;

/// The limit that the database keeps too: ten times the largest installation planned for.
const LARGEST_ALLOWANCE: i32 = 100_000;

fn validate(input: &CreateGroup) -> Result<NewGroup<'_>, Problem> {
    let name = input.name.trim();
    let description = input.description.trim();
    if name.is_empty() {
        return Err(Problem::invalid("name is required"));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(Problem::invalid(format!(
            "name may have at most {LONGEST_NAME} characters"
        )));
    }
    if description.chars().count() > LONGEST_DESCRIPTION {
        return Err(Problem::invalid(format!(
            "description may have at most {LONGEST_DESCRIPTION} characters"
        )));
    }
    if name.contains('\0') || description.contains('\0') {
        return Err(Problem::invalid(
            "name and description must be text, without NUL characters",
        ));
    }
    let allowances = [input.max_instagram_accounts, input.max_tiktok_accounts];
    if allowances
        .iter()
        .any(|allowance| !(0..=LARGEST_ALLOWANCE).contains(allowance))
    {
        return Err(Problem::invalid(format!(
            "max_instagram_accounts and max_tiktok_accounts must be from 0 to {LARGEST_ALLOWANCE}"
        )));
    }
    Ok(NewGroup {
        name,
        description,
        max_instagram_accounts: input.max_instagram_accounts,
        max_tiktok_accounts: input.max_tiktok_accounts,
    })
}
