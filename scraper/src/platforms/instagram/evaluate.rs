//! Checks whether a response has the expected content.

use clipmeter_proto::v1::Outcome;

use super::classify;
use super::parse::{Data, List, Node, ParsedDocument, Preview};
use crate::core::model::{ParsedResponse, Profile, RawResponse, ResponseKind};
use crate::platforms::instagram::kinds;

/// The expected content of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpectedContent {
    Account,
    Posts,
    Post,
    /// Any content.
    Anything,
}

impl From<ResponseKind> for ExpectedContent {
    fn from(kind: ResponseKind) -> Self {
        match kind {
            kinds::WEB_PROFILE_INFO
            | kinds::PROFILE_BY_ID
            | kinds::PROFILE_HTML
            | kinds::PROFILE_HTML_EMBEDDED => Self::Account,
            kinds::FEED_USER
            | kinds::GRAPHQL_TIMELINE_XDT
            | kinds::GRAPHQL_TIMELINE_LEGACY
            | kinds::CLIPS_USER
            | kinds::GRAPHQL_CLIPS => Self::Posts,
            kinds::MEDIA_INFO
            | kinds::SHORTCODE_MEDIA
            | kinds::GRAPHQL_POLARIS_MEDIA
            | kinds::POST_HTML
            | kinds::POST_HTML_EMBEDDED => Self::Post,
            _ => Self::Anything,
        }
    }
}

/// Evaluates a JSON response.
pub(super) fn document<'a>(
    kind: ResponseKind,
    response: &RawResponse<'_>,
    document: ParsedDocument<'a>,
) -> ParsedResponse<'a> {
    let ParsedDocument {
        data,
        envelope,
        has_unknown,
        ..
    } = document;
    let data = if kind == kinds::GRAPHQL_CLIPS {
        data.with_reels()
    } else {
        data
    };
    // Errors may accompany good data, so the data is checked first, unless the platform reports a failure.
    if (200..300).contains(&response.status)
        && !envelope.is_failure()
        && has_expected_content(kind.into(), &data)
    {
        return found(data);
    }
    classify::failure(response, &envelope).unwrap_or_else(|| {
        // GraphQL sometimes omits `status`. Without it, unknown members may be the data in a new structure.
        let may_be_empty = envelope.status == "ok" || !has_unknown;
        missing(kind, response, &data, may_be_empty)
    })
}

/// Evaluates the data in a page's scripts.
pub(super) fn data<'a>(kind: ResponseKind, response: &RawResponse<'_>, data: Data<'a>) -> ParsedResponse<'a> {
    if has_expected_content(kind.into(), &data) {
        found(data)
    } else {
        missing(kind, response, &data, false)
    }
}

/// Evaluates a page's preview texts; `None` if they do not have the expected content.
pub(super) fn preview(kind: ResponseKind, preview: Preview<'_>) -> Option<ParsedResponse<'_>> {
    let expected = ExpectedContent::from(kind);
    let Preview { notes, item, profile } = preview;
    let is_found = match expected {
        ExpectedContent::Post => item.is_some(),
        ExpectedContent::Account | ExpectedContent::Posts => item.is_none() && profile.is_some(),
        ExpectedContent::Anything => profile.is_some(),
    };
    is_found.then(|| {
        let mut parsed = ParsedResponse::bare(Outcome::Ok, "");
        parsed.items.extend(item);
        parsed.profile = profile;
        parsed.notes = notes;
        parsed
    })
}

/// Returns whether the expected content is present.
fn has_expected_content(expected: ExpectedContent, data: &Data<'_>) -> bool {
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
    match expected {
        ExpectedContent::Account => has_user,
        ExpectedContent::Posts => list.is_some(),
        ExpectedContent::Post => matches!(&data.list, Node::Found(list) if !list.items.is_empty()),
        ExpectedContent::Anything => has_user || list.is_some(),
    }
}

/// Returns the response for present content.
fn found(data: Data<'_>) -> ParsedResponse<'_> {
    let (mut profile, timeline) = match data.user {
        Node::Found(user) => (Some(user.profile), user.timeline),
        _ => (None, None),
    };
    let list = match data.list {
        Node::Found(list) => list,
        _ => timeline.unwrap_or_default(),
    };
    // Also applies to a profile without a name, which is otherwise dropped.
    let is_private = profile.as_ref().and_then(|profile| profile.is_private);
    if profile.as_ref().is_none_or(|profile| profile.username.is_empty()) {
        let total = profile.and_then(|profile| profile.item_count);
        profile = list.owner().map(|owner| Profile {
            item_count: total,
            ..owner
        });
    }
    let (outcome, detail) = judge(is_private, &list);
    let mut parsed = ParsedResponse::bare(outcome, detail);
    parsed.profile = profile;
    parsed.items = list.items;
    parsed.shortcodes = list.shortcodes;
    parsed.has_more = list.has_more;
    parsed.cursor = list.cursor;
    parsed
}

fn judge(is_private: Option<bool>, list: &List<'_>) -> (Outcome, &'static str) {
    if !list.items.is_empty() || !list.shortcodes.is_empty() {
        (Outcome::Ok, "")
    } else if list.unparsed > 0 {
        (
            Outcome::SchemaChanged,
            "the list contains nothing that parses as a post",
        )
    } else if is_private == Some(true) {
        (Outcome::Private, "the account is private")
    } else {
        (Outcome::Ok, "")
    }
}

/// Returns why a response without a reported failure lacks the expected content.
fn missing<'a>(
    kind: ResponseKind,
    response: &RawResponse<'_>,
    data: &Data<'_>,
    may_be_empty: bool,
) -> ParsedResponse<'a> {
    let has_posts = matches!(data.list, Node::Found(_));
    let (outcome, detail) = if data.is_gated {
        // Only anonymous clients get the gate, so no session is the cause.
        (Outcome::LoginRequired, "the post is not shown without a session")
    } else if data.is_single || (has_posts && ExpectedContent::from(kind) == ExpectedContent::Post) {
        (Outcome::NotFound, "there is no such post")
    } else if matches!(data.user, Node::Empty) {
        (Outcome::NotFound, "there is no such account")
    } else if matches!(data.list, Node::Empty) || (may_be_empty && !data.is_filled && data.has_no_content()) {
        (
            Outcome::AmbiguousEmpty,
            "the platform reports no failure and nothing else",
        )
    } else {
        (
            Outcome::SchemaChanged,
            "the response does not contain the requested data",
        )
    };
    let mut parsed = ParsedResponse::bare(outcome, format!("HTTP {}: {detail}", response.status));
    parsed.is_gated = data.is_gated;
    parsed
}
