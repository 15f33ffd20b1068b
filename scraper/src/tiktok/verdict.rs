//! Whether an answer holds what was asked for.

use clipmeter_proto::v1::Outcome;

use super::classify;
use super::parse::{Api, Report};
use crate::model::{Answer, AnswerKind, Item, Profile, Reply};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Account,
    Items,
    Item,
    /// Whatever there is.
    Anything,
}

impl From<AnswerKind> for Wanted {
    fn from(kind: AnswerKind) -> Self {
        match kind {
            AnswerKind::TtUserPage
            | AnswerKind::TtUserPageSigi
            | AnswerKind::TtUserDetailApi
            | AnswerKind::TtEmbedUser => Self::Account,
            AnswerKind::TtItemList | AnswerKind::TtAwemeList => Self::Items,
            AnswerKind::TtVideoPage
            | AnswerKind::TtVideoPageMobile
            | AnswerKind::TtAwemeDetail
            | AnswerKind::TtEmbedVideo
            | AnswerKind::TtOembed => Self::Item,
            _ => Self::Anything,
        }
    }
}

/// Judges the data of a page.
pub(super) fn page(kind: AnswerKind, report: Report<'_>) -> Answer<'_> {
    judge(kind.into(), report)
}

/// Judges an embedded page. It has nothing to show when its owner does not allow embedding.
pub(super) fn embed(kind: AnswerKind, report: Report<'_>) -> Answer<'_> {
    if report.profile.is_none() && report.items.is_none() {
        return Answer::bare(
            Outcome::NotAvailable,
            "the page may not be embedded, or does not exist",
        );
    }
    let mut answer = judge(kind.into(), report);
    answer.partial = answer.items.iter().all(|item| item.likes.is_none());
    answer
}

/// Judges a JSON answer.
pub(super) fn api<'a>(kind: AnswerKind, reply: &Reply<'_>, api: Api<'a>) -> Answer<'a> {
    let wanted = Wanted::from(kind);
    let Api {
        mut report,
        has_more,
        cursor,
        outer_code,
        is_captcha,
        is_preview,
        ..
    } = api;
    let is_bare = report.items.is_none() && report.profile.is_none();
    if is_captcha && is_bare {
        return Answer::bare(Outcome::Captcha, "a captcha came instead of the answer");
    }
    // The preview of a video that is gone is refused with 400, and says so in the body too.
    let is_gone = kind == AnswerKind::TtOembed && reply.status == 400 || is_bare && outer_code == Some(400);
    let refusal = if is_gone {
        Some(Outcome::NotFound)
    } else {
        classify::by_status(reply.status)
    };
    let refusal = refusal.or_else(|| {
        let code = outer_code.filter(|_| is_bare && report.code.is_none())?;
        classify::by_code(code, &report.message)
    });
    if let Some(outcome) = refusal {
        return with_code(outcome, &report, &format!("HTTP {}", reply.status));
    }
    // The list of an account without public items is left out altogether.
    if is_bare
        && report.code == Some(0)
        && (wanted == Wanted::Items || wanted == Wanted::Anything && has_more.is_some())
    {
        report.items = Some(Vec::new());
    }
    let mut answer = judge(wanted, report);
    (answer.has_more, answer.cursor, answer.partial) = (has_more, cursor, is_preview);
    answer
}

fn judge(wanted: Wanted, report: Report<'_>) -> Answer<'_> {
    if let Some(outcome) = report
        .code
        .and_then(|code| classify::by_code(code, &report.message))
    {
        let mut answer = with_code(outcome, &report, "TikTok");
        answer.profile = report.profile;
        answer.items = report.items.unwrap_or_default();
        return answer;
    }
    let has_items = report.items.as_ref().is_some_and(|items| !items.is_empty());
    let has_profile = report.profile.is_some();
    let is_found = match wanted {
        Wanted::Account => has_profile,
        Wanted::Items => report.items.is_some(),
        Wanted::Item => has_items,
        Wanted::Anything => has_profile || report.items.is_some(),
    };
    let (outcome, detail) = if report.is_classified {
        (Outcome::AgeRestricted, "shown to signed-in adults only")
    } else if report.unread > 0 && !has_items {
        (
            Outcome::SchemaChanged,
            "the list holds nothing that reads as an item",
        )
    } else if is_found {
        found(
            report.profile.as_ref().filter(|_| wanted != Wanted::Item),
            has_items,
        )
    } else if has_profile || has_items {
        (
            Outcome::UnexpectedPage,
            "the answer is about something else than was asked for",
        )
    } else {
        (
            Outcome::SchemaChanged,
            "the answer does not hold what was asked for",
        )
    };
    let mut answer = with_code(outcome, &report, detail);
    answer.items = report.items.unwrap_or_default();
    answer.profile = report.profile.or_else(|| author(&answer.items));
    answer
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

/// An answer with TikTok's own code and words beside its meaning.
fn with_code<'a>(outcome: Outcome, report: &Report<'_>, detail: &str) -> Answer<'a> {
    let detail = match report.code {
        Some(code) if code != 0 => format!("{detail}: status {code} {}", report.message),
        _ if report.message.is_empty() => detail.to_owned(),
        _ => format!("{detail}: {}", report.message),
    };
    let mut answer = Answer::bare(outcome, detail.chars().take(DETAIL_LIMIT).collect::<String>());
    answer.status_code = report.code;
    answer
}

/// Longest detail, characters: what a report may carry.
const DETAIL_LIMIT: usize = 300;

/// Who the items are by, as far as the first of them says.
fn author<'a>(items: &[Item<'a>]) -> Option<Profile<'a>> {
    let item = items.first()?;
    Some(Profile {
        username: item.username.clone()?,
        platform_id: item.user_id.clone().unwrap_or_default(),
        sec_uid: item.sec_uid.clone().unwrap_or_default(),
        ..Profile::default()
    })
}
