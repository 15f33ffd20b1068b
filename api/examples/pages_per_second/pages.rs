//! Reports an account's list, page by page.

use std::time::{Duration, Instant};

use clipmeter_db::ingest::report::Report;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    MediaKind, Observation, Outcome, PageReport, Platform, Precision, Profile, RunTrigger, UnitKey,
    UnitReport,
};
use uuid::Uuid;

use super::Failure;
use super::database::{BenchDatabase, START};

/// Number of items of each account.
pub(crate) const ITEMS: i64 = 1_000;

/// Number of items on a page.
pub(crate) const fn length(platform: Platform) -> usize {
    match platform {
        Platform::Tiktok => 30,
        _ => 12,
    }
}

/// The kind of account to report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// New accounts.
    First,
    /// An account with measurements, in which nothing has changed.
    Unchanged,
    /// An account with measurements, in which all counts have changed.
    Changed,
}

impl Kind {
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
        }
    }
}

/// A scraper that reads one account at a time.
pub(crate) struct Writer {
    platform: Platform,
    kind: Kind,
    account: i64,
    username: String,
    /// The id of the account's newest item.
    first_id: i64,
    passes: i64,
    run: Uuid,
    token: Uuid,
    unit: i64,
}

impl Writer {
    pub(crate) async fn new(
        database: &BenchDatabase,
        platform: Platform,
        kind: Kind,
    ) -> Result<Self, Failure> {
        let mut writer = Self {
            platform,
            kind,
            account: 0,
            username: String::new(),
            first_id: 0,
            passes: 0,
            run: Uuid::nil(),
            token: Uuid::nil(),
            unit: 0,
        };
        writer.take_account(database).await?;
        if kind != Kind::First {
            database
                .add_history(writer.account, platform, writer.first_id)
                .await?;
        }
        Ok(writer)
    }

    async fn take_account(&mut self, database: &BenchDatabase) -> Result<(), Failure> {
        self.username = format!("a{}", Uuid::new_v4().simple());
        self.account = database.account(self.platform, &self.username).await?;
        self.first_id = self.account * 1_000_000;
        Ok(())
    }

    /// Leases a run for the account.
    pub(crate) async fn begin(&mut self, database: &BenchDatabase) -> Result<(), Failure> {
        if self.kind == Kind::First && self.passes > 0 {
            self.take_account(database).await?;
        }
        self.passes += 1;
        self.run = Uuid::new_v4();
        let unit = UnitKey {
            platform: self.platform.into(),
            id: Some(Id::AccountId(self.account)),
        };
        let runs = database.api.runs();
        runs.open_run(self.run, self.platform, &[unit], RunTrigger::Schedule)
            .await?;
        let batch = runs.fetch_batch(self.run, None, "").await?;
        self.token = batch.lease_token.parse()?;
        self.unit = batch.units[0].unit_id;
        Ok(())
    }

    /// Reports the whole list, and returns the duration of each page.
    pub(crate) async fn read_pages(&mut self, database: &BenchDatabase) -> Result<Vec<Duration>, Failure> {
        let items: Vec<i64> = (0..ITEMS).collect();
        let mut took = Vec::new();
        for (page, items) in items.chunks_exact(length(self.platform)).enumerate() {
            let page = self.report(page as u64 + 1, Body::Page(self.page(database, items)));
            let begun = Instant::now();
            database.api.runs().store(&page).await?;
            took.push(begun.elapsed());
        }
        Ok(took)
    }

    /// Ends the run.
    pub(crate) async fn end(&self, database: &BenchDatabase) -> Result<(), Failure> {
        let end = UnitReport {
            unit_id: self.unit,
            outcome: Outcome::Ok.into(),
            observed_at: database.now(),
            ..UnitReport::default()
        };
        let end = self.report(10_000, Body::Unit(end));
        database.api.runs().store(&end).await?;
        database.api.runs().complete_run(self.run, self.token).await?;
        database.check_stored(self.account).await
    }

    fn report(&self, sequence: u64, body: Body) -> Report {
        Report {
            run: self.run,
            lease_token: self.token,
            sequence,
            body,
        }
    }

    fn page(&self, database: &BenchDatabase, items: &[i64]) -> PageReport {
        PageReport {
            unit_id: self.unit,
            observed_at: database.now(),
            profile: Some(Profile {
                platform_id: self.account.to_string(),
                username: self.username.clone(),
                follower_count: Some(1_000_000),
                item_count: Some(ITEMS),
                ..Profile::default()
            }),
            observations: items.iter().map(|item| self.item(*item)).collect(),
            checkpoint: None,
        }
    }

    fn item(&self, item: i64) -> Observation {
        let gained = if self.kind == Kind::Changed {
            self.passes
        } else {
            0
        };
        Observation {
            external_id: (self.first_id + item).to_string(),
            url: format!("https://www.example.org/p/{}/", self.first_id + item),
            caption: "As long as most captions are, with a few #tags, and a second sentence.".to_owned(),
            media_kind: MediaKind::Video.into(),
            posted_at: Some(START - item * 4 * 3_600),
            views: Some(100_000 + gained * 10),
            likes: Some(1_000 + gained),
            comments: Some(10),
            shares: Some(1),
            saves: Some(1),
            views_source: "play_count".to_owned(),
            precision: Precision::Exact.into(),
            ..Observation::default()
        }
    }
}
