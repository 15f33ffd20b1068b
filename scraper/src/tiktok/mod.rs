//! TikTok's answers.

pub mod fetch;
pub mod waf;

use clipmeter_proto::v1::Outcome;

use crate::model::{Answer, AnswerKind, Reply};

/// Reads one answer of TikTok. Never fails: an answer that cannot be read has an outcome that says so.
#[must_use]
pub fn read<'a>(kind: AnswerKind, reply: &Reply<'a>) -> Answer<'a> {
    if reply.status == 200
        && let Some(challenge) = waf::Challenge::find(reply.body)
    {
        let mut answer = Answer::bare(Outcome::WafChallenge, "a proof-of-work came instead of the page");
        answer.challenge = Some(challenge);
        return answer;
    }
    Answer::bare(Outcome::SchemaChanged, format!("no {} here", kind.code()))
}
