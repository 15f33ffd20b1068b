//! `POST /api/scraping/scraper-pools`

use std::collections::BTreeMap;

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::scraper_pools::{self, Creation, NewPool};
use clipmeter_domain::Platform;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::pool::{self, ScraperPools, check_editable, check_proxies, load_pools, set_taken};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, null_as_default};
use crate::http::scope::Admin;

/// A scraper pool to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "eu", "region": "eu-central-1", "instagram_proxy": "Frankfurt"}))]
pub(crate) struct AddScraperPool {
    /// 1 to 63 characters of a to z, 0 to 9 and hyphens, with no hyphen at either end. Unique.
    #[schema(min_length = 1, max_length = 63, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    pub(crate) name: String,
    /// For display, at most 63 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 63, pattern = "^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$")]
    pub(crate) region: String,
    /// The name of a proxy; omitted or null: requests to Instagram leave without one.
    pub(crate) instagram_proxy: Option<String>,
    /// The name of a proxy; omitted or null: requests to TikTok leave without one.
    pub(crate) tiktok_proxy: Option<String>,
    /// The set of sessions, which no other pool uses; omitted or null: named like the pool.
    #[schema(min_length = 1, max_length = 63, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    pub(crate) session_set: Option<String>,
}

/// Add a scraper pool
///
/// Admins only. Nothing uses it until a group or an account selects it.
#[utoipa::path(
    post,
    path = "/api/scraping/scraper-pools",
    tag = "Scraping",
    security(("token" = [])),
    request_body = AddScraperPool,
    responses(
        (status = 200, body = ScraperPools, description = "The pools after the change"),
        (status = 409, body = ErrorBody, description = "`scraper_pool_exists`, or, on Kubernetes, `managed_elsewhere`"),
    ),
)]
pub(crate) async fn add_scraper_pool(
    admin: Admin,
    input::Json(input): input::Json<AddScraperPool>,
) -> Result<Json<ScraperPools>, Problem> {
    let name = pool::name(&input.name)?;
    let region = pool::region(&input.region)?;
    let session_set = input.session_set.as_deref().map(pool::name);
    let session_set = session_set.transpose()?.unwrap_or(name);
    let chosen = [
        (Platform::Instagram, &input.instagram_proxy),
        (Platform::Tiktok, &input.tiktok_proxy),
    ];
    let proxies: BTreeMap<Platform, String> = chosen
        .into_iter()
        .filter_map(|(platform, proxy)| Some((platform, proxy.clone()?)))
        .collect();
    let mut transaction = admin.write().await?;
    check_editable(&transaction)?;
    let names: Vec<&str> = proxies.values().map(String::as_str).collect();
    check_proxies(&mut transaction, &admin, &names).await?;
    let new = NewPool {
        name,
        region,
        session_set,
        proxies: &proxies,
    };
    match scraper_pools::create(&mut transaction, &new, admin.caller().now()).await? {
        Creation::Created => {}
        Creation::NameTaken => return Err(ErrorCode::ScraperPoolExists.into()),
        Creation::SetTaken => return Err(set_taken()),
    }
    let details = json!({
        "scraper_pool": name,
        "region": region,
        "instagram_proxy": input.instagram_proxy,
        "tiktok_proxy": input.tiktok_proxy,
        "session_set": session_set,
    });
    admin
        .caller()
        .record(&mut transaction, Action::ScraperPoolAdd, None, details)
        .await?;
    let pools = load_pools(&mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(pools))
}
