//! Lists the items of an account.

use axum::Json;
use clipmeter_db::content::listing::page;
use clipmeter_db::content::{self, ContentPage};
use clipmeter_db::database::scope::view_as_group;
use clipmeter_db::tracking::accounts;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::item::{InstagramPost, TiktokVideo};
use super::listing::{self, AccountItemsQuery};
use super::view::{instagram_post, tiktok_video};
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::{PathId, Query};
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;

/// Maximum number of items of one account's list: more than the web app can show at once, and a limit on the response.
const MAX_ITEMS: i64 = 5000;

/// The posts of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstagramPosts {
    /// Newest first, at most 5000.
    pub(crate) posts: Vec<InstagramPost>,
    /// Total number of posts.
    pub(crate) total: i64,
}

/// The videos of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct TiktokVideos {
    /// Newest first, at most 5000.
    pub(crate) videos: Vec<TiktokVideo>,
    /// Total number of videos.
    pub(crate) total: i64,
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::platforms::$module::Items;

            #[utoipa::path(
                                get,
                                path = concat!("/api/", $code, "/accounts/{id}/", $items),
                                tag = $name,
                                operation_id = concat!($code, "_account_", $items),
                                summary = concat!("List the ", $items, " of ", $named, " account"),
                                description = "Newest first by default, at most 5000.",
                                security(("token" = [])),
                                params(AccountItemsQuery, ("id" = i64, Path, description = "The account")),
                                responses(
                                    (status = 200, body = Items, description = concat!("The ", $items)),
                                ),
                            )]
            pub(crate) async fn handler(
                caller: SignedIn,
                PathId(id): PathId,
                Query(query): Query<AccountItemsQuery>,
            ) -> Result<Json<Items>, Problem> {
                let page = account_items(caller, Platform::$Platform, id, query).await?;
                Ok(Json(page.into()))
            }
        }
    };
}

each_platform!(operations);

impl From<ContentPage> for InstagramPosts {
    fn from(page: ContentPage) -> Self {
        Self {
            posts: page.items.into_iter().map(instagram_post).collect(),
            total: page.total,
        }
    }
}

impl From<ContentPage> for TiktokVideos {
    fn from(page: ContentPage) -> Self {
        Self {
            videos: page.items.into_iter().map(tiktok_video).collect(),
            total: page.total,
        }
    }
}

async fn account_items(
    caller: SignedIn,
    platform: Platform,
    id: i64,
    query: AccountItemsQuery,
) -> Result<ContentPage, Problem> {
    let scope = caller.in_group(query.group_id).await?;
    let now = scope.caller().now();
    let mut transaction = scope.read().await?;
    let account = accounts::find(&mut transaction, platform, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let listing = listing::of_account(platform, &account, query)?;
    // The group's costs apply, even for an admin.
    view_as_group(&mut transaction, account.group_id).await?;
    let mut page = page(&mut transaction, &listing, 0, MAX_ITEMS).await?;
    content::add_usual_views(&mut transaction, &mut page.items, now).await?;
    content::add_pictures(&mut transaction, &mut page.items).await?;
    Ok(page)
}
