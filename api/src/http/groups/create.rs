//! `POST /api/groups`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, NewGroup};
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
    let id = retried(|| create(&admin, &group)).await?;
    let group = Group {
        id,
        name: group.name.to_owned(),
        description: group.description.to_owned(),
        is_active: true,
        max_instagram_accounts: group.max_instagram_accounts,
        max_tiktok_accounts: group.max_tiktok_accounts,
        max_tiktok_videos: group.max_tiktok_videos,
        instagram_count: 0,
        tiktok_count: 0,
        tiktok_video_count: 0,
        user_count: 0,
        currency: None,
        scraper_pool: None,
        allowed_scraper_pools: Vec::new(),
        managed_by: None,
    };
    Ok((StatusCode::CREATED, Json(group)))
}

async fn create(admin: &Admin, group: &NewGroup<'_>) -> Result<i64, Problem> {
    let mut transaction = admin.write().await?;
    let id = groups::create(&mut transaction, group, admin.caller().now())
        .await?
        .ok_or(ErrorCode::GroupExists)?;
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
    Ok(id)
}

fn validate(input: &CreateGroup) -> Result<NewGroup<'_>, Problem> {
    Ok(NewGroup {
        name: group::name(&input.name)?,
        description: group::description(&input.description)?,
        max_instagram_accounts: group::allowance(input.max_instagram_accounts)?,
        max_tiktok_accounts: group::allowance(input.max_tiktok_accounts)?,
        max_tiktok_videos: group::allowance(input.max_tiktok_videos)?,
    })
}
