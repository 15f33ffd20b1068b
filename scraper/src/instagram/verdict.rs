//! Whether an answer holds what was asked for.

use clipmeter_proto::v1::Outcome;

use super::classify;
use super::parse::{Data, Document, List, Node, Preview};
use crate::model::{Answer, AnswerKind, Profile, Reply};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Account,
    Posts,
    Post,
    /// Whatever there is.
    Anything,
}

impl From<AnswerKind> for Wanted {
    fn from(kind: AnswerKind) -> Self {
        match kind {
            AnswerKind::IgWebProfileInfo
            | AnswerKind::IgProfileById
            | AnswerKind::IgProfileHtml
            | AnswerKind::IgProfileHtmlEmbedded => Self::Account,
            AnswerKind::IgFeedUser
            | AnswerKind::IgGraphqlTimelineXdt
            | AnswerKind::IgGraphqlTimelineLegacy
            | AnswerKind::IgClipsUser
            | AnswerKind::IgGraphqlClips => Self::Posts,
            AnswerKind::IgMediaInfo
            | AnswerKind::IgShortcodeMedia
            | AnswerKind::IgGraphqlPolarisMedia
            | AnswerKind::IgPostHtml
            | AnswerKind::IgPostHtmlEmbedded => Self::Post,
            _ => Self::Anything,
        }
    }
}

/// Judges a JSON answer.
pub(super) fn document<'a>(kind: AnswerKind, reply: &Reply<'_>, document: Document<'a>) -> Answer<'a> {
    let Document {
        data,
        verdict,
        has_unknown,
        ..
    } = document;
    // Errors may stand beside good data, so the data is looked at first, unless the platform says it failed.
    if (200..300).contains(&reply.status) && !verdict.is_failure() && holds(kind.into(), &data) {
        return found(data);
    }
    classify::failure(reply, &verdict).unwrap_or_else(|| {
        // GraphQL leaves `status` out at times. Without it, unknown members may be the data in a new shape.
        let may_be_empty = verdict.status == "ok" || !has_unknown;
        missing(kind, reply, &data, may_be_empty)
    })
}

/// Judges the data in a page's scripts.
pub(super) fn data<'a>(kind: AnswerKind, reply: &Reply<'_>, data: Data<'a>) -> Answer<'a> {
    if holds(kind.into(), &data) {
        found(data)
    } else {
        missing(kind, reply, &data, false)
    }
}

/// Judges a page's preview texts; `None` when they are not about what was asked for.
pub(super) fn preview(kind: AnswerKind, preview: Preview<'_>) -> Option<Answer<'_>> {
    let wanted = Wanted::from(kind);
    let Preview { notes, item, profile } = preview;
    let is_found = match wanted {
        Wanted::Post => item.is_some(),
        Wanted::Account | Wanted::Posts => item.is_none() && profile.is_some(),
        Wanted::Anything => profile.is_some(),
    };
    is_found.then(|| {
        let mut answer = Answer::bare(Outcome::Ok, "");
        answer.items.extend(item);
        answer.profile = profile;
        answer.notes = notes;
        answer
    })
}

/// Whether what was asked for is there.
fn holds(wanted: Wanted, data: &Data<'_>) -> bool {
    let user = if let Node::Found(user) = &data.user {
        Some(user)
    } else {
        None
    };
    let list = match (&data.list, user) {
        (Node::Found(list), _) => Some(list),
        (Node::Absent, Some(user)) => user.timeline.as_ref(),
        _ => None,
    };
    let list = list.filter(|list| !list.lacks_posts);
    let has_user = user.is_some_and(|user| !user.profile.platform_id.is_empty());
    match wanted {
        Wanted::Account => has_user,
        Wanted::Posts => list.is_some(),
        Wanted::Post => matches!(&data.list, Node::Found(list) if !list.items.is_empty()),
        Wanted::Anything => has_user || list.is_some(),
    }
}

/// The answer when what was asked for is there.
fn found(data: Data<'_>) -> Answer<'_> {
    let (mut profile, timeline) = match data.user {
        Node::Found(user) => (Some(user.profile), user.timeline),
        _ => (None, None),
    };
    let list = match data.list {
        Node::Found(list) => list,
        _ => timeline.unwrap_or_default(),
    };
    // Holds of a profile without a name too, which is not worth keeping otherwise.
    let is_private = profile.as_ref().and_then(|profile| profile.is_private);
    if profile.as_ref().is_none_or(|profile| profile.username.is_empty()) {
        let total = profile.and_then(|profile| profile.item_count);
        profile = list.owner().map(|owner| Profile {
            item_count: total,
            ..owner
        });
    }
    let (outcome, detail) = judge(is_private, &list);
    let mut answer = Answer::bare(outcome, detail);
    answer.profile = profile;
    answer.items = list.items;
    answer.shortcodes = list.shortcodes;
    answer.has_more = list.has_more;
    answer.cursor = list.cursor;
    answer
}

fn judge(is_private: Option<bool>, list: &List<'_>) -> (Outcome, &'static str) {
    if !list.items.is_empty() || !list.shortcodes.is_empty() {
        (Outcome::Ok, "")
    } else if list.unread > 0 {
        (
            Outcome::SchemaChanged,
            "the list holds nothing that reads as a post",
        )
    } else if is_private == Some(true) {
        (Outcome::Private, "the account is private")
    } else {
        (Outcome::Ok, "")
    }
}

/// Why an answer that reports no failure does not hold what was asked for.
fn missing<'a>(kind: AnswerKind, reply: &Reply<'_>, data: &Data<'_>, may_be_empty: bool) -> Answer<'a> {
    let has_posts = matches!(data.list, Node::Found(_));
    let (outcome, detail) = if data.is_gated {
        // Only guests are answered with the gate, so no session is to blame.
        (Outcome::LoginRequired, "the post is not shown to guests")
    } else if data.is_single || (has_posts && Wanted::from(kind) == Wanted::Post) {
        (Outcome::NotFound, "there is no such post")
    } else if matches!(data.user, Node::Empty) {
        (Outcome::NotFound, "there is no such account")
    } else if matches!(data.list, Node::Empty) || (may_be_empty && !data.is_filled && data.holds_nothing()) {
        (
            Outcome::AmbiguousEmpty,
            "the platform reports no failure and nothing else",
        )
    } else {
        (
            Outcome::SchemaChanged,
            "the answer does not hold what was asked for",
        )
    };
    let mut answer = Answer::bare(outcome, format!("HTTP {}: {detail}", reply.status));
    answer.is_gated = data.is_gated;
    answer
}
