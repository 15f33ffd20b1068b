//! `POST /api/groups`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, GroupRow, NewGroup};
use clipmeter_db::tracking::intent::GroupName;
use clipmeter_domain::allowance;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::group::{self, Group};
use crate::http::database::desired::group_intent;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::retried;
use crate::http::input::{self, null_as_default};
use crate::http::scope::Admin;
use crate::http::time_zone::check_zone;

/// A client group to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateGroup {
    /// Required, 1 to 100 characters, unique.
    #[schema(min_length = 1, max_length = 100)]
    pub(crate) name: String,
    /// At most 1000 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 1000)]
    pub(crate) description: String,
    /// 0 to 100000.
    #[serde(default = "default_account_limit")]
    #[schema(default = 10, minimum = 0, maximum = 100_000)]
    pub(crate) max_instagram_accounts: i32,
    /// 0 to 100000.
    #[serde(default = "default_account_limit")]
    #[schema(default = 10, minimum = 0, maximum = 100_000)]
    pub(crate) max_tiktok_accounts: i32,
    /// 0 to 100000.
    #[serde(default = "default_video_limit")]
    #[schema(default = 100, minimum = 0, maximum = 100_000)]
    pub(crate) max_tiktok_videos: i32,
    /// IANA name of the time zone in which the group's days begin at midnight; omitted or null: the installation's.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: Option<String>,
}

fn default_account_limit() -> i32 {
    allowance::DEFAULT
}

fn default_video_limit() -> i32 {
    allowance::DEFAULT_VIDEOS
}

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
pub(crate) async fn create_group(
    admin: Admin,
    input::Json(input): input::Json<CreateGroup>,
) -> Result<(StatusCode, Json<Group>), Problem> {
    let group = validate(&input)?;
    let group = retried(|| create(&admin, &group)).await?;
    Ok((StatusCode::CREATED, Json(group.into())))
}

async fn create(admin: &Admin, group: &NewGroup<'_>) -> Result<GroupRow, Problem> {
    let mut transaction = admin.write().await?;
    check_zone(&mut transaction, group.time_zone).await?;
    let id = groups::create(&mut transaction, group, admin.caller().now())
        .await?
        .ok_or(ErrorCode::GroupExists)?;
    let created = groups::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"name": group.name});
    admin
        .caller()
        .record(&mut transaction, Action::GroupCreate, Some(id), details)
        .await?;
    let name = GroupName {
        resource: None,
        namespace: None,
        display_name: group.name.to_owned(),
    };
    let intent = group_intent(&mut transaction, id, name).await?;
    transaction.commit_desired(vec![intent]).await?;
    Ok(created)
}

fn validate(input: &CreateGroup) -> Result<NewGroup<'_>, Problem> {
    Ok(NewGroup {
        name: group::name(&input.name)?,
        description: group::description(&input.description)?,
        max_instagram_accounts: group::allowance(input.max_instagram_accounts)?,
        max_tiktok_accounts: group::allowance(input.max_tiktok_accounts)?,
        max_tiktok_videos: group::allowance(input.max_tiktok_videos)?,
        time_zone: input.time_zone.as_deref(),
    })
}
