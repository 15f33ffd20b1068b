//! Prints how many requests an account costs per day, with the former fixed rule and with the current one, and the
//! resulting freshness: `cargo run --release -p clipmeter-scheduler --example requests_per_account`.

#![expect(clippy::print_stdout, reason = "a measurement prints its result")]
#![expect(clippy::unwrap_used, reason = "a measurement may panic")]

mod cost;
#[path = "../../tests/common/reader.rs"]
mod reader;

use clipmeter_scheduler::{Platform, Target, UnitKey};
use cost::{Cost, live};
use reader::{Account, Rule, moments, uniform_samples};

const BEGIN: i64 = 1_790_000_000;
const DAY: i64 = 86_400;
/// Accounts of each habit and platform.
const ACCOUNTS: i64 = 200;
/// Maximum number of existing posts of an account.
const MAX_BEHIND: f64 = 1_000.0;

/// How often accounts post.
struct Habit {
    name: &'static str,
    /// Average days between two posts.
    days: f64,
    /// Minimum days since the last post.
    silent: i64,
}

const HABITS: [Habit; 6] = [
    habit("3 a day", 1.0 / 3.0, 0),
    habit("1 a day", 1.0, 0),
    habit("1 in 3 days", 3.0, 0),
    habit("1 a week", 7.0, 0),
    habit("1 in 14 days", 14.0, 0),
    habit("none for a month", 1.0, 30),
];

const fn habit(name: &'static str, days: f64, silent: i64) -> Habit {
    Habit { name, days, silent }
}

/// The platforms with their default intervals, seconds.
const PLATFORMS: [(Platform, u32); 2] = [(Platform::Instagram, 3_600), (Platform::Tiktok, 900)];

fn main() {
    println!(
        "| platform | posts | requests a day, before | now | noticed after, before | now | views not seen yet, before | now |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (platform, interval) in PLATFORMS {
        for habit in &HABITS {
            let accounts: Vec<Account> = (0..ACCOUNTS)
                .map(|id| account(id, platform, interval, habit))
                .collect();
            let [before, now] = [Rule::Fixed, Rule::Adaptive].map(|rule| measure(&accounts, rule));
            println!(
                "| {} | {} | {} | {} | {} | {} | {} | {} |",
                platform.code(),
                habit.name,
                before.requests(),
                now.requests(),
                before.delay(),
                now.delay(),
                before.unseen(),
                now.unseen()
            );
        }
    }
}

fn measure(accounts: &[Account], rule: Rule) -> Cost {
    let mut cost = Cost::default();
    for account in accounts {
        cost.add(live(account, rule, BEGIN));
    }
    cost
}

/// Returns an account with this habit, old enough to have its existing posts.
fn account(id: i64, platform: Platform, interval: u32, habit: &Habit) -> Account {
    let mut sample = uniform_samples(id.cast_unsigned());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a thousand at most"
    )]
    let kept = (sample() * MAX_BEHIND) as usize;
    let span = habit.days * 86_400.0;
    #[expect(clippy::cast_possible_truncation, reason = "a few decades at most")]
    let from = BEGIN - (span * MAX_BEHIND * 2.0) as i64;
    let end = if habit.silent > 0 {
        BEGIN - habit.silent * DAY
    } else {
        BEGIN + cost::DAYS * DAY
    };
    let all = moments(span, from, end, &mut sample);
    let behind = all.partition_point(|posted| *posted <= BEGIN);
    Account {
        key: UnitKey {
            platform,
            target: Target::Account(id),
        },
        interval,
        posts: all[behind.saturating_sub(kept)..].to_vec(),
    }
}
