//! The program on a disk, with a clock and behind networks that fail on demand.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection};
use strum::VariantArray;

use super::proxy::{Network, Proxy};
use crate::clock_steps::SystemClock;
use crate::process_kills::children;
use crate::small_disk::{Mounted, SmallDisk};
use crate::support::{Service, clipmeter, eventually, http, simulator};

/// Of 17 GB, 10% is 1.7 GB and 2% is 343 MB.
const DISK_GIBIBYTES: u64 = 16;

/// What may happen to the program at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub(super) enum Fault {
    KillScrapers,
    StopScrapers,
    KillDatabase,
    StopDatabase,
    KillProgram,
    StopProgram,
    RestartProgram,
    FillDisk,
    StepClock,
    SlowPlatforms,
    CutPlatforms,
    HalfOpenPlatforms,
    SlowUsers,
    CutUsers,
    HalfOpenUsers,
}

pub(super) struct Rig {
    disk: SmallDisk,
    clock: SystemClock,
    /// Log of the program, outside of its disk.
    pub(super) log: PathBuf,
    pub(super) simulator: Service,
    /// Between the scrapers and the platforms.
    platforms: Proxy,
    /// Between the users and the program.
    pub(super) users: Proxy,
    pub(super) service: Service,
    stopped: Vec<Pid>,
    /// Seconds that the program's clock is ahead of the system's.
    ahead: i64,
    /// The clock was set back, so that later measurements may be dated before earlier ones.
    pub(super) has_gone_back: bool,
    /// Times that the program exited without being told to.
    pub(super) exits: u32,
    _place: tempfile::TempDir,
}

impl Rig {
    pub(super) async fn start(accounts: u32) -> Self {
        let place = crate::support::folder();
        let clock = SystemClock::new(place.path().join("clock"));
        let (log, disk) = (place.path().join("log"), SmallDisk::ext4(DISK_GIBIBYTES));
        let simulator = simulator(accounts);
        let platforms = Proxy::to(&simulator.url).await;
        let service = start(&disk, &clock, &platforms, &log);
        Self {
            users: Proxy::to(&service.url).await,
            disk,
            clock,
            log,
            simulator,
            platforms,
            service,
            stopped: Vec::new(),
            ahead: 0,
            has_gone_back: false,
            exits: 0,
            _place: place,
        }
    }

    fn mounted(&self) -> Mounted {
        Mounted::of(self.service.child.id(), &self.disk)
    }

    fn is_running(&mut self) -> bool {
        self.service.child.try_wait().unwrap().is_none()
    }

    /// Starts a fault. One that has no object, such as the scrapers of a stopped program, does nothing.
    pub(super) fn begin(&mut self, fault: Fault, clock_step: i64) {
        let is_running = self.is_running();
        match fault {
            Fault::KillScrapers => signal(&self.scrapers(), Signal::KILL),
            Fault::StopScrapers => self.stop(self.scrapers()),
            Fault::KillDatabase => signal(&self.postmaster(), Signal::KILL),
            Fault::StopDatabase => self.stop(self.database()),
            Fault::KillProgram => signal(&self.program(), Signal::KILL),
            Fault::StopProgram => self.stop(self.program()),
            Fault::RestartProgram => signal(&self.program(), Signal::TERM),
            Fault::FillDisk if is_running => self.fill_disk(),
            Fault::FillDisk => {}
            Fault::StepClock => self.set_clock(clock_step),
            Fault::SlowPlatforms => self.platforms.set(Network::Slow),
            Fault::CutPlatforms => self.platforms.set(Network::Cut),
            Fault::HalfOpenPlatforms => self.platforms.set(Network::HalfOpen),
            Fault::SlowUsers => self.users.set(Network::Slow),
            Fault::CutUsers => self.users.set(Network::Cut),
            Fault::HalfOpenUsers => self.users.set(Network::HalfOpen),
        }
    }

    /// Fills the disk, unless the program, whose mount it is, exits meanwhile.
    fn fill_disk(&mut self) {
        if let Err(error) = self.mounted().try_fill_to(0) {
            let has_exited = (0..1_000).any(|_| {
                thread::sleep(Duration::from_millis(10));
                !self.is_running()
            });
            assert!(has_exited, "cannot fill the disk: {error}");
        }
    }

    /// Ends these faults; a program that has exited is started again, as by a service manager.
    pub(super) async fn end(&mut self, faults: &[Fault]) {
        for pid in self.stopped.drain(..) {
            let _ = kill_process(pid, Signal::CONT);
        }
        self.platforms.set(Network::Fine);
        self.users.set(Network::Fine);
        if faults.contains(&Fault::RestartProgram) {
            self.service.ended().await;
        }
        self.keep_running(faults).await;
        self.empty_disk();
    }

    /// Starts the program again if it has exited.
    pub(super) async fn keep_running(&mut self, faults: &[Fault]) {
        if self.is_running() {
            return;
        }
        if !faults.contains(&Fault::KillProgram) && !faults.contains(&Fault::RestartProgram) {
            self.exits += 1;
        }
        self.disk.unmounted().await;
        self.service =
            tokio::task::block_in_place(|| start(&self.disk, &self.clock, &self.platforms, &self.log));
        self.users.set_target(&self.service.url);
        self.empty_disk();
    }

    /// Frees the disk. Does nothing if the program has exited; the next start frees it.
    fn empty_disk(&self) {
        drop(self.mounted().try_empty());
    }

    fn stop(&mut self, pids: Vec<Pid>) {
        signal(&pids, Signal::STOP);
        self.stopped.extend(pids);
    }

    fn program(&self) -> Vec<Pid> {
        Pid::from_raw(i32::try_from(self.service.child.id()).unwrap())
            .into_iter()
            .collect()
    }

    fn scrapers(&self) -> Vec<Pid> {
        children(self.service.child.id(), "scraper")
    }

    fn postmaster(&self) -> Vec<Pid> {
        let file = self.mounted().at("data/postgres/data/postmaster.pid");
        let text = fs::read_to_string(file).unwrap_or_default();
        let pid = text.lines().next().and_then(|line| line.trim().parse().ok());
        let is_postgres = |pid: &Pid| {
            let name = fs::read_to_string(format!("/proc/{}/comm", pid.as_raw_nonzero())).unwrap_or_default();
            name.trim() == "postgres"
        };
        pid.and_then(Pid::from_raw)
            .filter(is_postgres)
            .into_iter()
            .collect()
    }

    /// The server and its processes.
    fn database(&self) -> Vec<Pid> {
        let mut pids = self.postmaster();
        if let Some(postmaster) = pids.first() {
            pids.extend(children(
                postmaster.as_raw_nonzero().get().unsigned_abs(),
                "postgres",
            ));
        }
        pids
    }

    /// Advances the time of the platforms, so that counts grow.
    pub(super) async fn advance(&self, by: Duration) {
        let clock = format!("{}/__simulator/clock", self.simulator.url);
        let body = serde_json::json!({"advance_seconds": by.as_secs()});
        let advanced = http().post(clock).json(&body).send().await;
        advanced.unwrap().error_for_status().unwrap();
    }

    /// Connects as the owner of the database.
    pub(super) async fn database_owner(&self) -> PgConnection {
        let disk = self.mounted();
        eventually("a connection of the owner", async || {
            let password = fs::read_to_string(disk.at("data/postgres/password")).ok()?;
            let options = PgConnectOptions::new_without_pgpass()
                .socket(disk.at("data/postgres/run"))
                .username("postgres")
                .password(&password)
                .database("postgres");
            options.connect().await.ok()
        })
        .await
    }

    /// Sets the clock to this many seconds after the system's.
    pub(super) fn set_clock(&mut self, seconds: i64) {
        self.clock.set(&format!("{seconds:+}"));
        self.has_gone_back |= seconds < self.ahead;
        self.ahead = seconds;
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        for pid in &self.stopped {
            let _ = kill_process(*pid, Signal::CONT);
        }
    }
}

fn start(disk: &SmallDisk, clock: &SystemClock, platforms: &Proxy, log: &PathBuf) -> Service {
    let mut command: Command = clipmeter(&disk.path().join("data"), &platforms.url);
    let log = File::options().create(true).append(true).open(log).unwrap();
    Service::start(disk.mounted(clock.of(&mut command)).stderr(log))
}

/// Sends a signal to processes, some of which may have exited.
fn signal(pids: &[Pid], signal: Signal) {
    for pid in pids {
        let _ = kill_process(*pid, signal);
    }
}
