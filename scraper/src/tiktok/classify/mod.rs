//! What a TikTok answer means that does not hold what was asked for.

mod code;
mod shell;

pub(super) use code::by_code;
pub(super) use shell::shell;

use clipmeter_proto::v1::Outcome;

/// What the HTTP status alone says of an answer without readable content; `None` for success.
pub(super) fn by_status(status: u16) -> Option<Outcome> {
    match status {
        200..300 => None,
        // TikTok leads guests to its login by a redirect; a proxy asks for its own by 401 or 407.
        300..=399 | 401 | 407 => Some(Outcome::UnexpectedPage),
        403 => Some(Outcome::Blocked),
        404 | 410 => Some(Outcome::NotFound),
        429 => Some(Outcome::RateLimited),
        500.. => Some(Outcome::Transient),
        _ => Some(Outcome::UnknownError),
    }
}
