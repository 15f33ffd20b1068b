//! `PATCH /api/scraping/scraper-pools/{name}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::scraper_pools::{self, PoolChange, PoolChanged};
use clipmeter_domain::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::pool::{self, ScraperPools, check_editable, check_proxies, load_pools, set_taken};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::{self, PathId, present};
use crate::http::scope::Admin;

/// The changes to a scraper pool. An omitted field stays unchanged.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"region": "eu-central-1", "tiktok_proxy": null}))]
#[expect(
    clippy::option_option,
    reason = "omitted, null and a value are three different cases"
)]
pub(crate) struct UpdateScraperPool {
    /// For display, at most 63 characters; null: empty.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, max_length = 63, pattern = "^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$")]
    pub(crate) region: Option<Option<String>>,
    /// The name of a proxy; null: requests to Instagram leave without one.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>)]
    pub(crate) instagram_proxy: Option<Option<String>>,
    /// The name of a proxy; null: requests to TikTok leave without one.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>)]
    pub(crate) tiktok_proxy: Option<Option<String>>,
    /// The set of sessions, which no other pool uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 63, pattern = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    pub(crate) session_set: Option<String>,
}

impl UpdateScraperPool {
    /// Returns the changed proxies; None removes one.
    fn proxies(&self) -> impl Iterator<Item = (Platform, Option<&str>)> {
        let named = [
            (Platform::Instagram, &self.instagram_proxy),
            (Platform::Tiktok, &self.tiktok_proxy),
        ];
        named
            .into_iter()
            .filter_map(|(platform, proxy)| Some((platform, proxy.as_ref()?.as_deref())))
    }
}

/// Change a scraper pool
///
/// Admins only. Applies to runs that begin from now on.
#[utoipa::path(
    patch,
    path = "/api/scraping/scraper-pools/{name}",
    tag = "Scraping",
    security(("token" = [])),
    params(("name" = String, Path, description = "The pool")),
    request_body = UpdateScraperPool,
    responses(
        (status = 200, body = ScraperPools, description = "The pools after the change"),
        (status = 409, body = ErrorBody, description = "`scraper_pool_exists`, or, on Kubernetes, `managed_elsewhere`"),
    ),
)]
pub(crate) async fn update_scraper_pool(
    admin: Admin,
    PathId(name): PathId<String>,
    input::Json(input): input::Json<UpdateScraperPool>,
) -> Result<Json<ScraperPools>, Problem> {
    let name = pool::existing_name(&name)?;
    let region = input.region.as_ref();
    let region = region.map(|region| pool::region(region.as_deref().unwrap_or_default()));
    let session_set = input.session_set.as_deref().map(pool::name);
    let change = PoolChange {
        region: region.transpose()?,
        session_set: session_set.transpose()?,
        proxies: input
            .proxies()
            .map(|(platform, proxy)| (platform, proxy.map(str::to_owned)))
            .collect(),
    };
    let mut transaction = admin.write().await?;
    check_editable(&transaction)?;
    let names: Vec<&str> = input.proxies().filter_map(|(_, proxy)| proxy).collect();
    check_proxies(&mut transaction, &admin, &names).await?;
    match scraper_pools::change(&mut transaction, name, &change).await? {
        PoolChanged::Done => {}
        PoolChanged::NotFound => return Err(ErrorCode::NotFound.into()),
        PoolChanged::SetTaken => return Err(set_taken()),
    }
    if change != PoolChange::default() {
        let details = json!({"scraper_pool": name, "change": input});
        admin
            .caller()
            .record(&mut transaction, Action::ScraperPoolUpdate, None, details)
            .await?;
    }
    let pools = load_pools(&mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(pools))
}
