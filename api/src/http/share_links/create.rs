//! `POST /api/share-links`

use axum::Json;
use chrono::Days;
use clipmeter_db::audit::Action;
use clipmeter_db::groups;
use clipmeter_db::share_links::{self, Created, NewShareLink};
use http::StatusCode;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::share_link::ShareLink;
use crate::auth::share_token;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input;
use crate::http::scope::UserManager;

/// Maximum number of links of a group, including expired ones.
const MAX_LINKS: i64 = 100;

/// Longest name that fits a list, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// Longest validity, in days: a year, also a leap year.
const MAX_DAYS: u32 = 366;

/// A share link to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_id": 1, "name": "Ann at Example Ltd", "expires_in_days": 90}))]
pub(crate) struct CreateShareLink {
    /// The group whose dashboard it shows.
    pub(crate) group_id: i64,
    /// Required, 1 to 60 characters: what to call it, such as the recipient, who sees the name too.
    #[schema(min_length = 1, max_length = 60)]
    pub(crate) name: String,
    /// 1 to 366 days; omitted or null: valid until it is deleted.
    #[schema(minimum = 1, maximum = 366)]
    pub(crate) expires_in_days: Option<u32>,
}

/// A new share link with its token.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedShareLink {
    /// The link.
    pub(crate) link: ShareLink,
    /// Returned only in this response; only a digest is stored. The address `/share#<token>` opens the dashboard, and calls of the API
    /// send it as `Authorization: Bearer`.
    #[schema(example = "clipmeter_share_Qm2xV8tYb3LzR0kWc9pNd5uHsJ1fGaE7iT4oB6yXvPq")]
    pub(crate) token: String,
}

/// Create a share link
///
/// Admins, and admins of the group. The token allows its holder to read the dashboard of the group and what the group tracks, until
/// the link expires, an admin deletes it, or the group is deactivated. It allows no other call. A group has at most 100 links.
#[utoipa::path(
    post,
    path = "/api/share-links",
    tag = "Groups",
    security(("token" = [])),
    request_body = CreateShareLink,
    responses(
        (status = 201, body = CreatedShareLink, description = "The new link and its token"),
    ),
)]
pub(crate) async fn create_share_link(
    manager: UserManager,
    input::Json(input): input::Json<CreateShareLink>,
) -> Result<(StatusCode, Json<CreatedShareLink>), Problem> {
    let caller = manager.caller();
    let name = match input::line("name", &input.name, MAX_NAME_LENGTH)? {
        "" => return Err(Problem::invalid("name is required")),
        name => name,
    };
    if input
        .expires_in_days
        .is_some_and(|days| !(1..=MAX_DAYS).contains(&days))
    {
        return Err(Problem::invalid(format!(
            "expires_in_days must be 1 to {MAX_DAYS}, or omitted"
        )));
    }
    let expires_at = input
        .expires_in_days
        .and_then(|days| caller.now().checked_add_days(Days::new(days.into())));
    let token = share_token::generate(&mut UnwrapErr(SysRng));
    let token_digest = share_token::digest(token.expose_secret()).ok_or(ErrorCode::Internal)?;

    let mut transaction = manager.write().await?;
    if !groups::exists(&mut transaction, input.group_id).await? {
        return Err(Problem::new(ErrorCode::NotFound, "The group does not exist"));
    }
    let new = NewShareLink {
        group_id: input.group_id,
        name,
        token_digest: &token_digest,
        created_by: caller.user().user_id,
        expires_at,
    };
    let id = match share_links::create(&mut transaction, &new, MAX_LINKS, caller.now()).await? {
        Created::Done(id) => id,
        Created::LimitReached => {
            return Err(Problem::invalid(format!(
                "The group already has {MAX_LINKS} share links. Delete one first."
            )));
        }
    };
    let details = json!({"share_link_id": id, "name": name, "expires_at": expires_at});
    caller
        .record(
            &mut transaction,
            Action::ShareLinkCreate,
            Some(input.group_id),
            details,
        )
        .await?;
    let link = share_links::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::Internal)?;
    transaction.commit().await?;
    let created = CreatedShareLink {
        link: link.into(),
        token: token.expose_secret().to_owned(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}
