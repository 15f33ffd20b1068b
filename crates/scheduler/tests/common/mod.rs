//! A world on a virtual clock: runs take the configured time, and nothing else does.

use clipmeter_scheduler::{Batch, Limits, Unit, group_loads, plan};

/// How long a run takes: its startup, then one unit after the other.
#[derive(Clone, Copy)]
pub(crate) struct RunDurations {
    pub(crate) start_seconds: i64,
    pub(crate) unit_seconds: i64,
}

pub(crate) struct World {
    pub(crate) now: i64,
    pub(crate) units: Vec<Unit>,
    pub(crate) limits: Limits,
    pub(crate) run_durations: RunDurations,
    running: Vec<(i64, Batch)>,
    /// Attempts of each unit, by the time they ended.
    pub(crate) attempts: Vec<Vec<i64>>,
}

impl World {
    pub(crate) fn new(now: i64, units: Vec<Unit>, limits: Limits, run_durations: RunDurations) -> Self {
        let attempts = vec![Vec::new(); units.len()];
        Self {
            now,
            units,
            limits,
            run_durations,
            running: Vec::new(),
            attempts,
        }
    }

    /// Runs until `end`, waking only when the plan requires it or a run ends.
    pub(crate) fn live_until(&mut self, end: i64) {
        while self.now < end {
            self.finish_runs();
            let running: Vec<Batch> = self.running.iter().map(|(_, batch)| batch.clone()).collect();
            let loads = group_loads(&self.units, &running);
            let plan = plan(self.now, &self.units, &loads, &running, &self.limits);
            for batch in plan.batches {
                let units = i64::try_from(batch.units.len()).unwrap();
                let ends =
                    self.now + self.run_durations.start_seconds + units * self.run_durations.unit_seconds;
                self.running.push((ends, batch));
            }
            let run_ends = self.running.iter().map(|(ends, _)| *ends);
            self.now = run_ends.chain(plan.next_wake).chain([end]).min().unwrap();
        }
    }

    fn finish_runs(&mut self) {
        let (ended, running) = std::mem::take(&mut self.running)
            .into_iter()
            .partition(|(ends, _)| *ends <= self.now);
        self.running = running;
        let ended: Vec<(i64, Batch)> = ended;
        for (_, batch) in ended {
            for key in batch.units {
                let index = self.units.iter().position(|unit| unit.key == key).unwrap();
                self.units[index].last_attempt = Some(self.now);
                self.units[index].requested = false;
                self.attempts[index].push(self.now);
            }
        }
    }
}
