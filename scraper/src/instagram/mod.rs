//! Instagram's answers.

mod classify;
pub mod fetch;
pub mod shortcode;

use clipmeter_proto::v1::Outcome;

use crate::model::{Answer, AnswerKind, Reply};

/// Reads one answer of Instagram. Never fails: an answer that cannot be read has an outcome that says so.
#[must_use]
pub fn read<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    if (300..400).contains(&reply.status) {
        return classify::redirect(reply);
    }
    Answer::bare(Outcome::SchemaChanged, format!("no {} here", kind.code()))
}
