//! What an Instagram answer means that does not hold what was asked for.

mod failure;
mod own;
mod page;
mod redirect;

pub(super) use failure::failure;
pub(super) use page::page_without_data;
pub(super) use redirect::redirect;

use clipmeter_proto::v1::Outcome;

use crate::model::RawResponse;

/// The outcome for a request that is not, or no longer, let in.
pub(super) fn not_signed_in(response: &RawResponse<'_>) -> Outcome {
    if response.is_anonymous {
        Outcome::LoginRequired
    } else {
        Outcome::SessionDead
    }
}
