//! How much may run at once, and how large a batch is.

use clipmeter_proto::v1::{Platform, ScrapingCapacity};

/// Caps on concurrent runs and the size of batches. A cap of 0 stops what it caps; a size of 0 counts as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Runs at once.
    pub runs: usize,
    /// Runs at once on one platform.
    pub runs_per_platform: usize,
    /// Runs at once on Instagram, as its sessions and addresses bear now.
    pub instagram_runs: usize,
    /// Runs at once on TikTok, as its addresses bear now.
    pub tiktok_runs: usize,
    /// Runs at once that read anything for one group.
    pub runs_per_group: usize,
    /// Units in a batch of the schedule.
    pub batch_units: usize,
    /// Units in a batch that somebody waits for.
    pub request_units: usize,
    /// Seconds that a due unit waits for others to fill its batch. Requests and first attempts never wait.
    pub window_seconds: u32,
}

impl Default for Limits {
    /// Fits a cluster with a default control plane.
    fn default() -> Self {
        Self {
            // 20 runs of 50 units at about 90 s each are 11 units a second: 10,000 accounts every 15 minutes.
            runs: 20,
            // One platform may use everything when the other is quiet, but for a few slots kept open for it.
            runs_per_platform: 16,
            instagram_runs: usize::MAX,
            tiktok_runs: usize::MAX,
            // A quarter of the runs: four groups with large backlogs still share evenly.
            runs_per_group: 5,
            // A pod takes 1 to 5 s to start; 50 units of 1 to 2 s keep that under a tenth of a run.
            batch_units: 50,
            // About 15 s of reading: as long as a person looks at a spinner.
            request_units: 10,
            // A hundredth of the default TikTok interval, enough to collect a batch from 4,000 accounts.
            window_seconds: 10,
        }
    }
}

impl Limits {
    /// The same, with what the pool of sessions and the addresses leave room for. None: nothing is known of it.
    #[must_use]
    pub fn within(self, capacity: Option<&ScrapingCapacity>) -> Self {
        let count = |runs: u32| usize::try_from(runs).unwrap_or(usize::MAX);
        capacity.map_or(self, |capacity| Self {
            instagram_runs: count(capacity.instagram_runs),
            tiktok_runs: count(capacity.tiktok_runs),
            ..self
        })
    }

    /// Runs at once on a platform.
    pub(crate) fn of(&self, platform: Platform) -> usize {
        let borne = match platform {
            Platform::Tiktok => self.tiktok_runs,
            _ => self.instagram_runs,
        };
        self.runs_per_platform.min(borne)
    }
}
