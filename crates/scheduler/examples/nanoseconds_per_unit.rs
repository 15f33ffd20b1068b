//! Prints the time that a plan takes: `cargo run --release -p clipmeter-scheduler --example
//! nanoseconds_per_unit`.

#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

use std::{hint::black_box, time::Instant};

use clipmeter_scheduler::{Batch, Limits, Platform, PoolId, Target, Unit, UnitKey, group_loads, plan};

const NOW: i64 = 1_790_000_000;
/// Repetitions of each case; the fastest and the median are printed.
const REPEATS: usize = 31;

/// Returns `count` accounts of both platforms in groups of ten, of which about one in `one_due_in` is due.
fn units(count: i64, one_due_in: i64) -> Vec<Unit> {
    (0..count)
        .map(|id| Unit {
            key: UnitKey {
                platform: if id % 2 == 0 {
                    Platform::Instagram
                } else {
                    Platform::Tiktok
                },
                target: Target::Account(id),
            },
            pool: PoolId::NONE,
            interval_seconds: 3_600,
            last_attempt: Some(if id % one_due_in == 0 { NOW - 86_400 } else { NOW }),
            consecutive_failures: 0,
            delay_seconds: None,
            group: id / 10,
            requested: false,
        })
        .collect()
}

fn main() {
    println!("| units | due | running | fastest ms | median ms | median ns per unit |");
    println!("|---|---|---|---|---|---|");
    for count in [10_000_i64, 100_000] {
        for (one_due_in, label) in [(1, "all"), (20, "5 %"), (1_000, "0.1 %")] {
            let units = units(count, one_due_in);
            let running: Vec<Batch> = plan(
                NOW,
                &units[..1_000],
                &[],
                &[],
                &Limits {
                    runs: 10,
                    ..Limits::default()
                },
            )
            .batches;
            let loads = group_loads(&units, &running);
            let mut nanoseconds: Vec<u128> = (0..REPEATS)
                .map(|_| {
                    let begun = Instant::now();
                    black_box(plan(
                        NOW,
                        black_box(&units),
                        black_box(&loads),
                        black_box(&running),
                        &Limits::default(),
                    ));
                    begun.elapsed().as_nanos()
                })
                .collect();
            nanoseconds.sort_unstable();
            let milliseconds = |ns: u128| format!("{}.{:02}", ns / 1_000_000, ns / 10_000 % 100);
            let median = nanoseconds[REPEATS / 2];
            println!(
                "| {count} | {label} | {} runs | {} | {} | {} |",
                running.len(),
                milliseconds(nanoseconds[0]),
                milliseconds(median),
                median / u128::from(count.unsigned_abs()),
            );
        }
    }
}
