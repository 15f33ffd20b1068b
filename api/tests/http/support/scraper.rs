//! A scraper that says what a test wants.

use clipmeter_db::ingest::report::Report;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Outcome, Unit, UnitReport, unit};
use clipmeter_runtime::Clock as _;
use uuid::Uuid;

use super::World;

/// The holder of a run.
pub(crate) struct Scraper<'w> {
    world: &'w World,
    run: Uuid,
    token: Uuid,
    units: Vec<Unit>,
    sequence: u64,
}

impl<'w> Scraper<'w> {
    /// Takes a run that is open.
    pub(crate) async fn take(world: &'w World, run: Uuid) -> Self {
        let batch = world.api.runs().fetch_batch(run, None).await.unwrap();
        Self {
            world,
            run,
            token: batch.lease_token.parse().unwrap(),
            units: batch.units,
            sequence: 0,
        }
    }

    /// Reports how an account ended.
    pub(crate) async fn end(&mut self, username: &str, outcome: Outcome) {
        self.report(username, outcome, UnitReport::default()).await;
    }

    /// The same with what else there is to say.
    pub(crate) async fn report(&mut self, username: &str, outcome: Outcome, report: UnitReport) {
        let is_it = |unit: &&Unit| matches!(&unit.target, Some(unit::Target::Account(account)) if account.username == username);
        let unit = self.units.iter().find(is_it).unwrap();
        self.sequence += 1;
        let report = Report {
            run: self.run,
            lease_token: self.token,
            sequence: self.sequence,
            body: Body::Unit(UnitReport {
                unit_id: unit.unit_id,
                outcome: outcome.into(),
                ..report
            }),
        };
        self.world.api.runs().store(&report).await.unwrap();
    }

    /// Reports that somebody else has an account's name, as a reading ten minutes ago did.
    pub(crate) async fn lose_name(&mut self, username: &str) {
        sqlx::query(
            "UPDATE platform_accounts SET doubted_id = '', doubted_at = $2::timestamptz - interval '10 minutes' WHERE username = $1",
        )
        .bind(username)
        .bind(self.world.clock.now())
        .execute(&self.world.owner)
        .await
        .unwrap();
        self.end(username, Outcome::IdentityChanged).await;
    }

    /// Ends the run.
    pub(crate) async fn complete(self) {
        self.world
            .api
            .runs()
            .complete_run(self.run, self.token)
            .await
            .unwrap();
    }
}
