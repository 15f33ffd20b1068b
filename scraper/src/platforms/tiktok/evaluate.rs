//! Checks whether a response has the expected content.

use clipmeter_proto::v1::Outcome;

use super::classify;
use super::parse::{Api, Report};
use crate::core::model::{Item, ParsedResponse, Profile, RawResponse, ResponseKind};
use crate::platforms::tiktok::kinds;

/// The expected content of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpectedContent {
    Account,
    Items,
    Item,
    /// Any content.
    Anything,
}

impl From<ResponseKind> for ExpectedContent {
    fn from(kind: ResponseKind) -> Self {
        match kind {
            kinds::USER_PAGE | kinds::USER_PAGE_SIGI | kinds::USER_DETAIL_API | kinds::EMBED_USER => {
                Self::Account
            }
            kinds::ITEM_LIST | kinds::AWEME_LIST => Self::Items,
            kinds::VIDEO_PAGE
            | kinds::VIDEO_PAGE_MOBILE
            | kinds::AWEME_DETAIL
            | kinds::EMBED_VIDEO
            | kinds::OEMBED => Self::Item,
            _ => Self::Anything,
        }
    }
}

/// Evaluates the data of a page.
pub(super) fn page(kind: ResponseKind, report: Report<'_>) -> ParsedResponse<'_> {
    judge(kind.into(), report)
}

/// Evaluates an embedded page. It has no content, and not always a code, if its owner does not allow embedding.
pub(super) fn embed(kind: ResponseKind, report: Report<'_>) -> ParsedResponse<'_> {
    if report.is_bare() {
        let outcome = report
            .code
            .and_then(|code| classify::by_code(code, &report.message))
            .unwrap_or(Outcome::NotAvailable);
        return with_code(
            outcome,
            &report,
            "the page may not be embedded, or does not exist",
        );
    }
    let mut parsed = judge(kind.into(), report);
    parsed.partial = parsed.items.iter().all(|item| item.likes.is_none());
    parsed
}

/// Evaluates a JSON response.
pub(super) fn api<'a>(kind: ResponseKind, response: &RawResponse<'_>, api: Api<'a>) -> ParsedResponse<'a> {
    let expected = ExpectedContent::from(kind);
    let Api {
        mut report,
        has_more,
        cursor,
        outer_code,
        is_captcha,
        is_preview,
        ..
    } = api;
    let is_bare = report.is_bare();
    if is_captcha && is_bare {
        return ParsedResponse::bare(Outcome::Captcha, "a captcha came instead of the requested data");
    }
    // The preview of a removed video is refused with 400, and the body reports it too.
    let is_not_found = kind == kinds::OEMBED && response.status == 400 || is_bare && outer_code == Some(400);
    let refusal = if is_not_found {
        Some(Outcome::NotFound)
    } else {
        classify::by_status(response.status)
    };
    let refusal = refusal.or_else(|| {
        let code = outer_code.filter(|_| is_bare && report.code.is_none())?;
        classify::by_code(code, &report.message)
    });
    if let Some(outcome) = refusal {
        return with_code(outcome, &report, &format!("HTTP {}", response.status));
    }
    // The list of an account without public items is omitted entirely.
    if is_bare
        && report.code == Some(0)
        && (expected == ExpectedContent::Items || expected == ExpectedContent::Anything && has_more.is_some())
    {
        report.items = Some(Vec::new());
    }
    let mut parsed = judge(expected, report);
    (parsed.has_more, parsed.cursor, parsed.partial) = (has_more, cursor, is_preview);
    parsed
}

fn judge(expected: ExpectedContent, report: Report<'_>) -> ParsedResponse<'_> {
    if let Some(outcome) = report
        .code
        .and_then(|code| classify::by_code(code, &report.message))
    {
        let mut parsed = with_code(outcome, &report, "TikTok");
        parsed.profile = report.profile;
        parsed.items = report.items.unwrap_or_default();
        return parsed;
    }
    let has_items = report.items.as_ref().is_some_and(|items| !items.is_empty());
    let has_profile = report.profile.is_some();
    let is_found = match expected {
        ExpectedContent::Account => has_profile,
        ExpectedContent::Items => report.items.is_some(),
        ExpectedContent::Item => has_items,
        ExpectedContent::Anything => has_profile || report.items.is_some(),
    };
    let (outcome, detail) = if report.is_classified {
        (Outcome::AgeRestricted, "shown to signed-in adults only")
    } else if report.unparsed > 0 && !has_items {
        (
            Outcome::SchemaChanged,
            "the list contains nothing that parses as an item",
        )
    } else if is_found {
        found(
            report
                .profile
                .as_ref()
                .filter(|_| expected != ExpectedContent::Item),
            has_items,
        )
    } else if has_profile || has_items {
        (
            Outcome::UnexpectedPage,
            "the response is about something other than what was requested",
        )
    } else {
        (
            Outcome::SchemaChanged,
            "the response does not contain the requested data",
        )
    };
    let mut parsed = with_code(outcome, &report, detail);
    parsed.items = report.items.unwrap_or_default();
    parsed.profile = report.profile.or_else(|| author(&parsed.items));
    parsed
}

fn found(profile: Option<&Profile<'_>>, has_items: bool) -> (Outcome, &'static str) {
    match profile {
        Some(profile) if profile.is_private == Some(true) => (Outcome::Private, "the account is private"),
        Some(profile) if profile.item_count == Some(0) && !has_items => {
            (Outcome::OkNoVideos, "the account has no videos")
        }
        _ => (Outcome::Ok, ""),
    }
}

/// Returns a response with TikTok's own code and message in addition to its outcome.
fn with_code<'a>(outcome: Outcome, report: &Report<'_>, detail: &str) -> ParsedResponse<'a> {
    let detail = match report.code {
        Some(code) if code != 0 => format!("{detail}: status {code} {}", report.message),
        _ if report.message.is_empty() => detail.to_owned(),
        _ => format!("{detail}: {}", report.message),
    };
    let mut parsed = ParsedResponse::bare(outcome, detail.chars().take(DETAIL_LIMIT).collect::<String>());
    parsed.status_code = report.code;
    parsed
}

/// Maximum length of a detail, in characters: the limit of a report.
const DETAIL_LIMIT: usize = 300;

/// Returns the author of the items, according to the first of them.
fn author<'a>(items: &[Item<'a>]) -> Option<Profile<'a>> {
    let item = items.first()?;
    Some(Profile {
        username: item.username.clone()?,
        platform_id: item.user_id.clone().unwrap_or_default(),
        sec_uid: item.sec_uid.clone().unwrap_or_default(),
        ..Profile::default()
    })
}
