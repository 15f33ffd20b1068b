//! Outcomes of TikTok responses without the expected content.

mod shell;

pub(super) use shell::shell;

use clipmeter_proto::v1::Outcome;

/// Returns the outcome of a response without readable content by its HTTP status; `None` for success.
pub(super) fn by_status(status: u16) -> Option<Outcome> {
    match status {
        200..300 => None,
        // TikTok sends anonymous clients to its login by a redirect; a proxy requests its own login by 401 or
        // 407.
        300..=399 | 401 | 407 => Some(Outcome::UnexpectedPage),
        403 => Some(Outcome::Blocked),
        404 | 410 => Some(Outcome::NotFound),
        429 => Some(Outcome::RateLimited),
        500.. => Some(Outcome::Transient),
        _ => Some(Outcome::UnknownError),
    }
}

/// Returns the outcome of TikTok's own status code, using its message if it distinguishes two cases; `None` for success.
pub(super) fn by_code(code: i64, message: &str) -> Option<Outcome> {
    let has_word = |word: &str| message.contains(word);
    Some(match code {
        0 => return None,
        10204 | 10216 if has_word("cross_border_violation") => Outcome::RegionBlocked,
        10204 if has_word("status_reviewing") => Outcome::NotAvailable,
        10204 | 10216 if has_word("content_classification") => Outcome::AgeRestricted,
        // `status_self_see`, `status_friend_see`; and the author's whole account.
        10216 | 10222 => Outcome::Private,
        // Accounts, then items. 10204 may also mean that the item is hidden from this address: the embedded
        // page decides.
        10202 | 10221 | 10204 | 10217 => Outcome::NotFound,
        10231 => Outcome::RegionBlocked,
        10000 => Outcome::Captcha,
        -1 => Outcome::Blocked,
        _ => Outcome::UnknownError,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_code_outcome_depends_on_message() {
        for (code, message, outcome) in [
            (10204, "item doesn't exist", Outcome::NotFound),
            (10204, "", Outcome::NotFound),
            (10204, "status_deleted", Outcome::NotFound),
            (10204, "status_reviewing", Outcome::NotAvailable),
            (10204, "content_classification", Outcome::AgeRestricted),
            (10216, "content_classification", Outcome::AgeRestricted),
            (10216, "status_friend_see", Outcome::Private),
            (10204, "cross_border_violation_ur", Outcome::RegionBlocked),
            (10216, "cross_border_violation_ur", Outcome::RegionBlocked),
            (10217, "", Outcome::NotFound),
            (10222, "author_secret", Outcome::Private),
            (10221, "", Outcome::NotFound),
            (10202, "", Outcome::NotFound),
            (10231, "", Outcome::RegionBlocked),
            (10102, "", Outcome::UnknownError),
            (10000, "", Outcome::Captcha),
            (-1, "", Outcome::Blocked),
            (10201, "", Outcome::UnknownError),
            (10101, "", Outcome::UnknownError),
        ] {
            assert_eq!(by_code(code, message), Some(outcome), "{code} {message}");
        }
        assert_eq!(by_code(0, ""), None);
    }
}
