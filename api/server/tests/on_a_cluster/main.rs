//! Tests on a real API server: storing intents as resources, reviewing tokens of pods, and events.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod bulk_add;
mod cluster;
mod desired;
mod foreign;
mod intents;
mod limits;
mod migration;
mod tokens;
mod waiting;

use cluster::Cluster;

/// Sequential, because the CRDs are installed once, and there is one policy.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a Kubernetes API server: run api/server/tests/api-server"]
async fn api_server_stores_intents_and_reviews_tokens() {
    let cluster = Cluster::connect().await;
    intents::every_intent_is_taken_and_repeating_it_writes_nothing(&cluster).await;
    intents::a_group_is_found_by_its_name_until_its_resource_is_known(&cluster).await;
    intents::a_renamed_group_keeps_its_object_when_another_takes_its_name(&cluster).await;
    intents::the_policy_is_shared_with_its_installer(&cluster).await;
    foreign::what_others_manage_is_refused_and_left_untouched(&cluster).await;
    waiting::what_the_operator_has_to_do_first_is_said(&cluster).await;
    limits::a_quota_is_the_limit_and_a_refused_list_leaves_nothing(&cluster).await;
    bulk_add::a_thousand_accounts_are_one_call(&cluster).await;
    Box::pin(migration::long_and_failed_migrations_are_events_of_the_pod(
        &cluster,
    ))
    .await;
    Box::pin(tokens::pods_are_who_the_cluster_says(&cluster)).await;
}
