//! Measures the cost of storing pages: `cargo run --release -p clipmeter-api --example pages_per_second`.
//!
//! Stores pages of 12 posts or 30 videos, as `Ingest.Report` does, in a `PostgreSQL` that writes to disk.

#![expect(clippy::print_stdout, reason = "a measurement prints its result")]

mod database;
mod pages;
mod statements;

use std::time::{Duration, Instant};

use clipmeter_proto::v1::Platform;
use futures::future::try_join_all;

use database::BenchDatabase;
use pages::{Kind, Writer};
use statements::Statements;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Number of passes for each case; the first one is not counted.
const PASSES: usize = 4;

/// The measured cost of storing the pages of one case.
#[derive(Default)]
struct Measured {
    /// One value for each page.
    took: Vec<Duration>,
    elapsed: Duration,
    statements: u64,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let statements = Statements::watch();
    let database = BenchDatabase::new().await?;
    let mut costs = String::new();
    println!(
        "| platform | reading | writers | pages/s | items/s | median ms | 95 % ms | statements a page |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for platform in Platform::ALL {
        for writers in [1, 4] {
            for kind in [Kind::First, Kind::Unchanged, Kind::Changed] {
                let measured = measure(&database, &statements, platform, writers, kind).await?;
                println!("{}", measured.row(platform, writers, kind));
                if writers == 1 {
                    let label = format!("{}, {}", platform.code(), kind.label());
                    costs += &statements.table(&label, measured.took.len());
                }
            }
        }
    }
    println!("\n| reading, 1 writer | statement | a page | median ms |\n|---|---|---|---|");
    print!("{costs}");
    database.remove().await;
    Ok(())
}

async fn measure(
    database: &BenchDatabase,
    statements: &Statements,
    platform: Platform,
    writers: usize,
    kind: Kind,
) -> Result<Measured, Failure> {
    let mut measured = Measured::default();
    let mut readers = Vec::new();
    for _ in 0..writers {
        readers.push(Writer::new(database, platform, kind).await?);
    }
    for pass in 0..PASSES {
        database.pass(Duration::from_hours(1));
        for reader in &mut readers {
            reader.begin(database).await?;
        }
        statements.clear();
        let begun = Instant::now();
        let took = try_join_all(readers.iter_mut().map(|reader| reader.read_pages(database))).await?;
        let elapsed = begun.elapsed();
        for reader in &readers {
            reader.end(database).await?;
        }
        if pass > 0 {
            measured.took.extend(took.into_iter().flatten());
            measured.elapsed += elapsed;
            measured.statements += statements.count();
        }
    }
    measured.took.sort_unstable();
    Ok(measured)
}

impl Measured {
    fn row(&self, platform: Platform, writers: usize, kind: Kind) -> String {
        let pages = self.took.len();
        let of = |share: usize| {
            let took = self.took[(pages - 1) * share / 100];
            took.as_secs_f64() * 1e3
        };
        let in_a_second = |count: usize| {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            f64::from(count) / self.elapsed.as_secs_f64()
        };
        format!(
            "| {} | {} | {writers} | {:.0} | {:.0} | {:.2} | {:.2} | {} |",
            platform.code(),
            kind.label(),
            in_a_second(pages),
            in_a_second(pages * pages::length(platform)),
            of(50),
            of(95),
            self.statements / u64::try_from(pages).unwrap_or(u64::MAX),
        )
    }
}
