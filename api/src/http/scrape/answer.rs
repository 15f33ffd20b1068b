//! The answers to requests to scrape.

use clipmeter_proto::v1::Platform;

use super::requested::{AccountEnd, Scraped};
use crate::http::accounts::status_text;
use crate::http::error::{Code, Problem};
use crate::http::scope::GroupScope;
use crate::http::state::HttpState;
use crate::http::types::{
    AccountResult, PlatformScrape, PlatformSummary, RunStatus, ScrapeAll, ScrapeSummary,
};
use crate::store::tracked::{self, TrackedAccount};

/// What the web app shows when a scrape found nothing new.
const UP_TO_DATE: &str = "Profile is up to date - no new posts/videos";

const IN_BACKGROUND: &str = "Scraping continues in the background";

/// How the scrape of one account went.
pub(crate) struct OneAccount {
    pub(crate) status: RunStatus,
    pub(crate) message: String,
    pub(crate) items_new: i64,
}

/// Scrapes one tracked account.
pub(crate) async fn one_account(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
    id: i64,
) -> Result<OneAccount, Problem> {
    let mut transaction = scope.read().await?;
    let account = tracked::find(&mut transaction, platform, id)
        .await?
        .ok_or(Code::NotFound)?;
    drop(transaction);
    let scraped = state.scrapes.scrape(platform, &[account.account_id]).await?;
    match scraped.accounts.get(&account.account_id) {
        Some(end) if end.outcome.is_success() => Ok(OneAccount {
            status: RunStatus::Completed,
            message: found(*end),
            items_new: end.items_new,
        }),
        Some(end) => Err(Problem::new(Code::ScrapeFailed, status_text(end.outcome))),
        None if scraped.ended => Err(Problem::new(
            Code::ScrapeFailed,
            "The scrape was interrupted. It is tried again by itself.",
        )),
        None => Ok(OneAccount {
            status: RunStatus::Processing,
            message: IN_BACKGROUND.to_owned(),
            items_new: 0,
        }),
    }
}

fn found(end: AccountEnd) -> String {
    match end.items_new {
        0 => UP_TO_DATE.to_owned(),
        1 => "1 new item".to_owned(),
        n => format!("{n} new items"),
    }
}

/// Scrapes every account of a platform in scope.
pub(crate) async fn whole_platform(
    state: &HttpState,
    scope: &GroupScope,
    platform: Platform,
) -> Result<PlatformScrape, Problem> {
    let accounts = accounts_of(scope, platform).await?;
    if accounts.is_empty() {
        return Err(Code::NoAccounts.into());
    }
    let scraped = scrape(state, platform, &accounts).await?;
    let status = status_of(&scraped);
    Ok(PlatformScrape {
        status,
        message: message(status, summarise(&accounts, &scraped)),
        results: accounts
            .iter()
            .map(|account| result_of(account, &scraped))
            .collect(),
    })
}

/// Scrapes every account of both platforms in scope.
pub(crate) async fn everything(state: &HttpState, scope: &GroupScope) -> Result<ScrapeAll, Problem> {
    let instagram = accounts_of(scope, Platform::Instagram).await?;
    let tiktok = accounts_of(scope, Platform::Tiktok).await?;
    if instagram.is_empty() && tiktok.is_empty() {
        return Err(Code::NoAccounts.into());
    }
    let (scraped_instagram, scraped_tiktok) = futures::try_join!(
        scrape(state, Platform::Instagram, &instagram),
        scrape(state, Platform::Tiktok, &tiktok)
    )?;
    let ended = scraped_instagram.ended && scraped_tiktok.ended;
    let status = if ended {
        RunStatus::Completed
    } else {
        RunStatus::Processing
    };
    let summary = ScrapeSummary {
        instagram: summarise(&instagram, &scraped_instagram),
        tiktok: summarise(&tiktok, &scraped_tiktok),
    };
    let both = PlatformSummary {
        successful: summary.instagram.successful + summary.tiktok.successful,
        failed: summary.instagram.failed + summary.tiktok.failed,
    };
    Ok(ScrapeAll {
        status,
        message: message(status, both),
        summary,
    })
}

async fn accounts_of(scope: &GroupScope, platform: Platform) -> Result<Vec<TrackedAccount>, Problem> {
    let mut transaction = scope.read().await?;
    Ok(tracked::list(&mut transaction, platform, None).await?)
}

async fn scrape(
    state: &HttpState,
    platform: Platform,
    accounts: &[TrackedAccount],
) -> Result<Scraped, Problem> {
    let ids: Vec<i64> = accounts.iter().map(|account| account.account_id).collect();
    state.scrapes.scrape(platform, &ids).await
}

fn status_of(scraped: &Scraped) -> RunStatus {
    if scraped.ended {
        RunStatus::Completed
    } else {
        RunStatus::Processing
    }
}

/// Counts what has ended; an account that an ended run did not reach has failed for this time.
fn summarise(accounts: &[TrackedAccount], scraped: &Scraped) -> PlatformSummary {
    let mut summary = PlatformSummary::default();
    for account in accounts {
        match scraped.accounts.get(&account.account_id) {
            Some(end) if end.outcome.is_success() => summary.successful += 1,
            None if !scraped.ended => {}
            Some(_) | None => summary.failed += 1,
        }
    }
    summary
}

fn message(status: RunStatus, summary: PlatformSummary) -> String {
    match status {
        RunStatus::Processing => IN_BACKGROUND.to_owned(),
        RunStatus::Completed => format!("{} successful, {} failed", summary.successful, summary.failed),
    }
}

fn result_of(account: &TrackedAccount, scraped: &Scraped) -> AccountResult {
    let (status, message) = match scraped.accounts.get(&account.account_id) {
        Some(end) if end.outcome.is_success() => ("success", found(*end)),
        Some(end) => (end.outcome.code(), status_text(end.outcome).to_owned()),
        None if scraped.ended => (
            "interrupted",
            "The scrape was interrupted. It is tried again by itself.".to_owned(),
        ),
        None => ("pending", "Waiting to be scraped".to_owned()),
    };
    AccountResult {
        username: account.username.clone(),
        status: status.to_owned(),
        message,
    }
}
