//! Outcomes of Instagram responses without the expected content.

mod failure;
mod own;
mod page;
mod redirect;

pub(super) use failure::failure;
pub(super) use page::page_without_data;
pub(super) use redirect::redirect;

use clipmeter_proto::v1::Outcome;

use crate::core::model::RawResponse;

/// Returns the outcome for a request that is not, or no longer, signed in.
pub(super) fn not_signed_in(response: &RawResponse<'_>) -> Outcome {
    if response.is_anonymous {
        Outcome::LoginRequired
    } else {
        Outcome::SessionDead
    }
}
