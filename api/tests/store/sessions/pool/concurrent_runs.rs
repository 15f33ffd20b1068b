//! Tests of many concurrent runs with random events.

use std::collections::BTreeSet;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use clipmeter_db::{Access, Scope, sessions};
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_runtime::Clock as _;
use rand::{RngExt as _, SeedableRng as _};
use uuid::Uuid;

use super::states::change;
use super::{lease_run, report_session, take, work};

/// Asserts that a session is leased to at most one run, which is open, and only while the session may be used.
#[tokio::test]
async fn session_is_never_leased_to_two_runs_at_once() {
    const OUTCOMES: [Outcome; 5] = [
        Outcome::RateLimited,
        Outcome::FeedbackRequired,
        Outcome::ChallengeRequired,
        Outcome::SessionDead,
        Outcome::NotFound,
    ];
    let (world, accounts) = World::with_pool(20, 24).await;
    let mut random = ChaCha8Rng::seed_from_u64(39);
    let mut runs = Vec::new();
    for three in accounts.chunks(3) {
        runs.push((work(&world, Platform::Instagram, three).await, None::<i64>, three));
    }
    for step in 0..400 {
        let at = random.random_range(0..runs.len());
        let unit = random.random_range(0..3);
        let (run, current, three) = &mut runs[at];
        match random.random_range(0..10) {
            0 => {
                run.complete().await.unwrap();
                (*run, *current) = (work(&world, Platform::Instagram, three).await, None);
            }
            1 => {
                // The scraper is lost, and another one takes over; the leases of the others end too.
                world.clock.advance(Duration::from_mins(5));
                *run = lease_run(&world, run.run, None).await.unwrap();
            }
            2 if current.is_some() => {
                let session = current.unwrap();
                let outcome = OUTCOMES[random.random_range(0..OUTCOMES.len())];
                report_session(run, session, outcome).await;
                let next = take(run, unit, &[session]).await;
                assert!(next.as_ref().is_none_or(|next| next.session_id != session));
                *current = next.map(|next| next.session_id);
            }
            3 => {
                // Challenged sessions have passed their challenge.
                world
                    .add_sessions(secrets(), &["3:token", "7:token", "11:token"])
                    .await;
            }
            4 | 5 => {
                // A session in use can be disabled too: its run continues with it.
                let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM sessions ORDER BY id")
                    .fetch_all(&world.owner)
                    .await
                    .unwrap();
                let disables = random.random_bool(0.5);
                change(&world, ids[random.random_range(0..ids.len())], disables).await;
            }
            _ => *current = take(run, unit, &[]).await.map(|session| session.session_id),
        }
        let holders: Vec<(i64, Uuid)> = sqlx::query_as(
            "SELECT s.id, s.leased_run_id FROM sessions s JOIN runs r ON r.id = s.leased_run_id
             WHERE r.ended_at IS NULL AND s.state IN ('active', 'disabled')",
        )
        .fetch_all(&world.owner)
        .await
        .unwrap();
        let leased: BTreeSet<i64> = runs.iter().filter_map(|(_, current, _)| *current).collect();
        assert_eq!(
            leased.len(),
            runs.iter().filter(|(_, current, _)| current.is_some()).count(),
            "step {step}"
        );
        for (run, current, _) in &runs {
            if let Some(session) = current {
                assert!(holders.contains(&(*session, run.run)), "step {step}");
            }
        }
        let leased = world.count("SELECT count(leased_run_id) FROM sessions").await;
        assert_eq!(usize::try_from(leased).unwrap(), holders.len(), "step {step}");
        let mut tx = world.begin(Scope::Admin, Access::Read).await;
        let counts = sessions::counts(&mut tx, &secrets(), world.clock.now())
            .await
            .unwrap();
        assert_eq!(
            counts.states().map(|(_, count)| count).sum::<i64>(),
            counts.total,
            "step {step}"
        );
        assert_eq!(counts.in_use, leased, "step {step}");
    }
}
