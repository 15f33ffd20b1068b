//! Responses to scrape requests.

use std::borrow::Cow;
use std::time::Duration;

use clipmeter_db::tracking::accounts::{self as tracked, TrackedAccount};
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scheduler::Target;
use serde_json::json;
use uuid::Uuid;

use super::noted::note;
use super::requested::{End, Scraped};
use super::result::{INTERRUPTED, account_result};
use super::selection::ScrapeSelection;
use super::waiting::waiting;
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::GroupScope;
use crate::http::state::HttpState;
use crate::http::types::{
    AccountResult, PlatformScrape, PlatformSummary, RunStatus, ScrapeAll, ScrapeSummary, Waiting,
};

/// Message that the web app shows when a scrape found nothing new.
const UP_TO_DATE: &str = "Profile is up to date - no new posts/videos";

const IN_BACKGROUND: &str = "Scraping continues in the background";

/// The result of scraping one account.
pub(crate) struct OneAccount {
    pub(crate) status: RunStatus,
    pub(crate) message: String,
    pub(crate) items_new: i64,
    pub(crate) items_updated: i64,
    pub(crate) run_id: Option<Uuid>,
    pub(crate) waiting: Option<Waiting>,
}

/// Scrapes one tracked account.
pub(crate) async fn one_account(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
    id: i64,
    wait: Duration,
) -> Result<OneAccount, Problem> {
    let mut transaction = scope.read().await?;
    let account = tracked::find(&mut transaction, platform, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    drop(transaction);
    if account.handle_conflict_at.is_some() {
        return Err(Problem::new(
            ErrorCode::ScrapeFailed,
            Outcome::IdentityChanged.text(),
        ));
    }
    note(
        scope,
        json!({"platform": platform.code(), "username": account.username}),
    )
    .await?;
    let target = Target::Account(account.account_id);
    let scraped = state.scrapes.scrape(platform, &[target], wait).await?;
    scope.scraped();
    let run_id = scraped.runs.last().copied();
    match scraped.ends.get(&target) {
        Some(end) if end.outcome.is_success() => Ok(OneAccount {
            status: RunStatus::Completed,
            message: found(*end),
            items_new: end.items_new,
            items_updated: end.items_updated,
            run_id,
            waiting: None,
        }),
        Some(end) if end.outcome == Outcome::NotFound => {
            Err(Problem::new(ErrorCode::NotFound, end.outcome.text()))
        }
        Some(end) => Err(Problem::new(ErrorCode::ScrapeFailed, end.outcome.text())),
        None if scraped.ended => {
            // Nothing reads an account that was deleted after the lookup above.
            let mut transaction = scope.read().await?;
            let still_tracked = tracked::find(&mut transaction, platform, id).await?;
            still_tracked.ok_or(ErrorCode::NotFound)?;
            drop(transaction);
            let waiting = waiting(state, scope, platform).await?;
            let text = waiting.map_or(INTERRUPTED.into(), |waiting| Cow::from(waiting.message));
            Err(Problem::new(ErrorCode::ScrapeFailed, text))
        }
        None => Ok(OneAccount {
            status: RunStatus::Processing,
            message: IN_BACKGROUND.to_owned(),
            items_new: 0,
            items_updated: 0,
            run_id,
            waiting: waiting(state, scope, platform).await?,
        }),
    }
}

fn found(end: End) -> String {
    match end.items_new {
        0 => UP_TO_DATE.to_owned(),
        1 => "1 new item".to_owned(),
        n => format!("{n} new items"),
    }
}

/// Scrapes everything on a platform in scope.
pub(crate) async fn scrape_platform(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
    wait: Duration,
) -> Result<PlatformScrape, Problem> {
    let selection = ScrapeSelection::all(state, scope, platform).await?;
    if selection.is_empty() {
        return Err(ErrorCode::NoAccounts.into());
    }
    selection.note(scope).await?;
    let scraped = state.scrapes.scrape(platform, &selection.targets(), wait).await?;
    scope.scraped();
    let status = status_of(scraped.ended);
    let videos = selection.video_summary(&scraped);
    let waiting = selection.waiting(state, scope, &scraped).await?;
    Ok(PlatformScrape {
        waiting: waiting.into_iter().collect(),
        status,
        message: message(status, selection.account_summary(&scraped), videos),
        results: selection
            .accounts
            .iter()
            .map(|account| result_of(account, &scraped))
            .collect(),
        videos,
        run_ids: scraped.runs.into_iter().collect(),
    })
}

/// Scrapes everything on both platforms in scope.
pub(crate) async fn everything(
    state: &HttpState,
    scope: &GroupScope,
    wait: Duration,
) -> Result<ScrapeAll, Problem> {
    let instagram = ScrapeSelection::all(state, scope, Platform::Instagram).await?;
    let tiktok = ScrapeSelection::all(state, scope, Platform::Tiktok).await?;
    if instagram.is_empty() && tiktok.is_empty() {
        return Err(ErrorCode::NoAccounts.into());
    }
    for selection in [&instagram, &tiktok] {
        selection.note(scope).await?;
    }
    let (instagram_targets, tiktok_targets) = (instagram.targets(), tiktok.targets());
    let (of_instagram, of_tiktok) = futures::try_join!(
        state.scrapes.scrape(instagram.platform, &instagram_targets, wait),
        state.scrapes.scrape(tiktok.platform, &tiktok_targets, wait)
    )?;
    scope.scraped();
    let status = status_of(of_instagram.ended && of_tiktok.ended);
    let summary = ScrapeSummary {
        instagram: instagram.account_summary(&of_instagram),
        tiktok: tiktok.account_summary(&of_tiktok),
    };
    let both = PlatformSummary {
        successful: summary.instagram.successful + summary.tiktok.successful,
        failed: summary.instagram.failed + summary.tiktok.failed,
    };
    let waiting = [
        instagram.waiting(state, scope, &of_instagram).await?,
        tiktok.waiting(state, scope, &of_tiktok).await?,
    ];
    Ok(ScrapeAll {
        waiting: waiting.into_iter().flatten().collect(),
        status,
        message: message(status, both, tiktok.video_summary(&of_tiktok)),
        summary,
        run_ids: of_instagram.runs.into_iter().chain(of_tiktok.runs).collect(),
    })
}

fn status_of(ended: bool) -> RunStatus {
    if ended {
        RunStatus::Completed
    } else {
        RunStatus::Processing
    }
}

fn message(status: RunStatus, accounts: PlatformSummary, videos: Option<PlatformSummary>) -> String {
    match (status, videos) {
        (RunStatus::Processing, _) => IN_BACKGROUND.to_owned(),
        (RunStatus::Completed, None) => counts(accounts),
        (RunStatus::Completed, Some(videos)) => {
            format!("{}; single videos: {}", counts(accounts), counts(videos))
        }
    }
}

fn counts(summary: PlatformSummary) -> String {
    format!("{} successful, {} failed", summary.successful, summary.failed)
}

fn result_of(account: &TrackedAccount, scraped: &Scraped) -> AccountResult {
    let end = scraped.ends.get(&Target::Account(account.account_id));
    account_result(
        account.username.clone(),
        end.map(|end| end.outcome),
        scraped.ended,
        end.map_or(0, |end| end.items_new),
        end.map_or(0, |end| end.items_updated),
    )
}
