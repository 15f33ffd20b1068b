//! Outcomes of TikTok responses without the expected content.

mod code;
mod shell;

pub(super) use code::by_code;
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
