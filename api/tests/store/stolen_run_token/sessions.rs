//! Tests of the limit of sessions per run.

use clipmeter_db::sessions::Withheld;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Outcome;

use super::{Attacker, POOL, outlive_leases};

/// Maximum number of sessions in a run: one and two replacements.
const BOUND: usize = 3;

async fn withheld(world: &World, why: Withheld) -> u64 {
    let counts = world.api.usage().await.reported.withheld;
    counts.get(&why).copied().unwrap_or_default()
}

#[tokio::test]
async fn take_session_refusing_without_report_yields_no_second_session() {
    let (world, accounts) = World::with_pool(super::POOL, 10).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    for round in 0..2 {
        for at in 0..accounts.len() {
            let refused: Vec<i64> = attacker.seen.iter().copied().collect();
            let unit = attacker.unit(at);
            let taken = attacker.take(unit, &refused).await;
            assert_eq!(taken.is_some(), round == 0 && at == 0, "round {round}, unit {at}");
        }
    }
    assert_eq!(attacker.seen.len(), 1, "{:?}", attacker.seen);
    assert_eq!(
        withheld(&world, Withheld::Unreported).await,
        19,
        "every refusal is counted"
    );
}

#[tokio::test]
async fn take_session_yields_no_session_of_another_set() {
    let (world, accounts) = World::with_pool(super::POOL, 1).await;
    world
        .execute("UPDATE sessions SET session_set = 'eu' WHERE id > (SELECT min(id) FROM sessions)")
        .await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    let unit = attacker.unit(0);
    let own = attacker.take(unit, &[]).await.unwrap().session_id;
    attacker.report_session(own, Outcome::SessionDead).await;
    for refused in [vec![], vec![own]] {
        assert!(attacker.take(unit, &refused).await.is_none());
    }
    assert_eq!(attacker.seen.len(), 1, "{:?}", attacker.seen);
}

#[tokio::test]
async fn take_session_for_every_unit_yields_no_second_session() {
    let (world, accounts) = World::with_pool(super::POOL, 10).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    for at in 0..accounts.len() {
        let unit = attacker.unit(at);
        assert!(attacker.take(unit, &[]).await.is_some());
    }
    assert_eq!(attacker.seen.len(), 1, "{:?}", attacker.seen);
}

#[tokio::test]
async fn take_session_yields_three_at_most_despite_false_reports() {
    for lie in [
        Outcome::RateLimited,
        Outcome::SessionDead,
        Outcome::ChallengeRequired,
        Outcome::FeedbackRequired,
    ] {
        let (world, accounts) = World::with_pool(super::POOL, 4).await;
        let mut attacker = Attacker::of(&world, &accounts).await;
        for _ in 0..POOL {
            let refused: Vec<i64> = attacker.seen.iter().copied().collect();
            let unit = attacker.unit(0);
            if let Some(session) = attacker.take(unit, &refused).await {
                attacker.report_session(session.session_id, lie).await;
            }
        }
        assert_eq!(attacker.seen.len(), BOUND, "{lie:?}");
        assert_eq!(
            withheld(&world, Withheld::AtLimit).await,
            (POOL - BOUND) as u64,
            "{lie:?}"
        );
    }
}

#[tokio::test]
async fn take_session_yields_three_at_most_for_ended_units() {
    let (world, accounts) = World::with_pool(super::POOL, 20).await;
    // Each account has its own session, as after days of scraping.
    for account in &accounts {
        let mut reader = Attacker::of(&world, &[*account]).await;
        let unit = reader.unit(0);
        reader.take(unit, &[]).await.unwrap();
        let complete = clipmeter_proto::v1::CompleteRunRequest {
            run_id: reader.run.to_string(),
            lease_token: reader.batch.lease_token.clone(),
        };
        reader
            .ingest
            .complete_run(crate::grpc::with(&reader.bearer, complete))
            .await
            .unwrap();
        world.clock.advance(std::time::Duration::from_millis(1));
    }
    let owned = "SELECT count(DISTINCT session_id) FROM session_accounts";
    assert_eq!(world.one::<i64>(owned).await, i64::try_from(POOL).unwrap());
    let mut attacker = Attacker::of(&world, &accounts).await;
    for at in 0..accounts.len() {
        let unit = attacker.unit(at);
        assert!(attacker.take(unit, &[]).await.is_some(), "unit {at} can be read");
        attacker.end(unit, Outcome::NotAvailable).await;
    }
    assert_eq!(attacker.seen.len(), BOUND, "{:?}", attacker.seen);
}

#[tokio::test]
async fn session_limit_of_run_survives_new_leases_and_calls() {
    let (world, accounts) = World::with_pool(super::POOL, 4).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    for round in 0..2 * POOL {
        outlive_leases(&world);
        // Alternately as the holder of the expired lease and as another scraper.
        if round % 2 == 0 {
            attacker.batch.lease_token.clear();
        }
        attacker.lease("").await.unwrap();
        let refused: Vec<i64> = attacker.seen.iter().copied().collect();
        let unit = attacker.unit(0);
        attacker.take(unit, &refused).await;
        for session in attacker.seen.clone() {
            attacker.report_session(session, Outcome::SessionDead).await;
        }
    }
    assert_eq!(attacker.seen.len(), BOUND, "{:?}", attacker.seen);
}

#[tokio::test]
async fn take_session_repeated_after_lost_response_yields_same_session() {
    let (world, accounts) = World::with_pool(super::POOL, 2).await;
    let mut attacker = Attacker::of(&world, &accounts).await;
    let unit = attacker.unit(0);
    let first = attacker.take(unit, &[]).await.unwrap();
    assert_eq!(attacker.take(unit, &[]).await, Some(first));
}
