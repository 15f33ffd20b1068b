//! Converts rows to responses.

use clipmeter_db::sessions;
use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::cooldown::SessionStatus;

use super::reason;
use crate::http::types::{OpenSessionBreaker, PoolSummary, PooledSession, SessionError};

pub(super) fn summary(counts: &sessions::StateCounts) -> PoolSummary {
    PoolSummary {
        total: counts.total,
        usable: counts.usable,
        required: counts.required,
        in_use: counts.in_use,
        active: counts.of(SessionStatus::Active),
        cooling: counts.of(SessionStatus::Cooling),
        suspect: counts.of(SessionStatus::Suspect),
        challenged: counts.of(SessionStatus::Challenged),
        dead: counts.of(SessionStatus::Dead),
        disabled: counts.of(SessionStatus::Disabled),
    }
}

pub(super) fn breaker(open: sessions::OpenBreaker) -> OpenSessionBreaker {
    OpenSessionBreaker {
        since: open.since,
        until: open.until,
        prevented: open.prevented,
    }
}

pub(super) fn session(row: sessions::PooledSession) -> PooledSession {
    let reason = if !row.opens {
        Some(reason::KEY_LOST.to_owned())
    } else if !row.opens_with_proxy {
        Some(reason::PROXY_LOST.to_owned())
    } else {
        row.reason
    };
    PooledSession {
        id: row.id,
        index: row.index,
        name: row.name,
        state: row.state.into(),
        reason_text: reason.as_deref().map(|reason| reason::text(row.state, reason)),
        reason,
        since: row.since,
        until: row.until,
        in_use: row.in_use,
        last_used_at: row.last_used_at,
        requests_24_hours: row.requests,
        success_rate: success_rate(row.requests, row.refused),
        last_error: row.last_error.map(|(status, at)| SessionError {
            status_text: status
                .parse()
                .map_or("", |outcome: Outcome| reason::of_outcome(outcome)),
            status,
            at,
        }),
        accounts: row.accounts,
        proxy_id: row.proxy_id,
    }
}

#[expect(clippy::cast_precision_loss, reason = "requests of a day are far below 2^52")]
fn success_rate(requests: i64, refused: i64) -> Option<f64> {
    (requests > 0).then(|| (requests - refused).max(0) as f64 / requests as f64)
}
