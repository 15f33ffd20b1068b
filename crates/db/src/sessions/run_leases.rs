//! Limits how many different sessions a run can obtain. A scraper pod may be compromised: whatever it reports
//! or requests, it gets at most three sessions, the second and third only after a report. See ADR 0041.

use sqlx::PgConnection;
use strum::{IntoStaticStr, VariantArray};
use uuid::Uuid;

use crate::DbError;
use crate::secrets::Secrets;

/// Maximum number of sessions that a run gets: one and two replacements. A run that loses three has a problem that a
/// fourth session would share.
pub(crate) const MAX_SESSIONS: usize = 3;

/// Why a run was refused a session although one was free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Withheld {
    /// It reported nothing that would justify another one.
    Unreported,
    /// It has had the maximum of sessions.
    AtLimit,
}

impl Withheld {
    pub const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    /// Returns the label in metrics.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// The sessions that were leased to a run.
pub(super) struct SessionLeases {
    /// Their ids, least recently leased first.
    known: Vec<i64>,
    /// The unit of the last lease.
    last_unit: Option<i64>,
    /// A report ended the last lease: the session became unusable, or its unit has ended or was requeued.
    is_last_over: bool,
}

impl SessionLeases {
    /// Loads the leases of a run, which the caller has locked.
    pub(super) async fn of(
        connection: &mut PgConnection,
        secrets: &Secrets,
        run: Uuid,
    ) -> Result<Self, DbError> {
        let rows = sqlx::query!(
            r#"SELECT l.session_id, l.unit_id,
                      (s.id IS NULL OR s.state <> 'active' OR NOT session_opens(s, $2)
                       OR u.outcome IS NOT NULL OR coalesce(u.requests > 0, false)) AS "is_over!"
               FROM run_sessions l
               LEFT JOIN sessions s ON s.id = l.session_id
               LEFT JOIN run_units u ON u.id = l.unit_id
               WHERE l.run_id = $1 ORDER BY l.lease_number"#,
            run,
            &secrets.sessions.ids()
        )
        .fetch_all(connection)
        .await?;
        let last = rows.last();
        Ok(Self {
            last_unit: last.map(|row| row.unit_id),
            is_last_over: last.is_none_or(|row| row.is_over),
            known: rows.iter().map(|row| row.session_id).collect(),
        })
    }

    /// Returns the sessions that the run has had, least recently leased first.
    pub(super) fn known(&self) -> &[i64] {
        &self.known
    }

    /// Returns the last session if it was leased for this unit, so that a repeated call gets the same one.
    pub(super) fn of_unit(&self, unit: i64) -> Option<i64> {
        let is_same = self.last_unit == Some(unit) && !self.is_last_over;
        self.known.last().copied().filter(|_| is_same)
    }

    /// Returns the reason why the run may not get another session, if any.
    pub(super) fn limit(&self) -> Option<Withheld> {
        if self.known.len() >= MAX_SESSIONS {
            Some(Withheld::AtLimit)
        } else if self.is_last_over {
            None
        } else {
            Some(Withheld::Unreported)
        }
    }

    /// Returns whether the run may get this session.
    pub(super) fn may_have(&self, session: i64) -> bool {
        self.known.contains(&session) || self.limit().is_none()
    }
}

/// Records the lease of a session to a run, for a unit.
pub(super) async fn record(
    connection: &mut PgConnection,
    run: Uuid,
    session: i64,
    unit: i64,
) -> Result<(), DbError> {
    sqlx::query!(
        "INSERT INTO run_sessions (run_id, session_id, unit_id, lease_number)
         SELECT $1, $2, $3, coalesce(max(lease_number), 0) + 1 FROM run_sessions WHERE run_id = $1
         ON CONFLICT (run_id, session_id) DO UPDATE SET unit_id = excluded.unit_id, lease_number = excluded.lease_number",
        run,
        session,
        unit
    )
    .execute(connection)
    .await?;
    Ok(())
}
