//! The operator on a real API server with a real controller manager, and an API that keeps its rows in memory.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
#![allow(clippy::needless_pass_by_value, reason = "literals are passed by value")]

mod accounts;
mod attacks;
mod cluster;
mod definitions;
mod deletions;
mod groups;
mod installed;
mod jobs;
mod leader;
mod operator;
mod platform_config;
mod rewritten;
mod scraper_pools;
mod unparsable;
mod waiting;

use self::cluster::Cluster;

/// A single test, so that the definitions are installed once, after the case without them was tested.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a Kubernetes control plane: run operator/tests/api-server"]
async fn operator_reconciles_resources_in_real_cluster() {
    let cluster = Cluster::connect().await;
    definitions::missing_definitions_are_reported_by_name(&cluster).await;
    accounts::outside_groups_are_reported_but_not_registered(&cluster).await;
    attacks::succeed_without_policies(&cluster).await;
    cluster.installed.install_policies(&cluster.client).await;
    attacks::are_refused_by_the_policies(&cluster).await;
    groups::get_namespace_quota_and_role_bindings(&cluster).await;
    groups::accept_limits_of_any_size(&cluster).await;
    groups::refuse_foreign_namespaces_and_release_adopted_ones(&cluster).await;
    groups::purge_in_reassigned_namespace(&cluster).await;
    groups::report_refusal_after_stored_deletion(&cluster).await;
    groups::keep_accounts_while_an_object_is_refused(&cluster).await;
    groups::recreate_deleted_namespace_without_accounts(&cluster).await;
    groups::deletion_follows_deletion_policy(&cluster).await;
    groups::use_existing_namespaces_without_provisioning(&cluster).await;
    accounts::are_registered_and_report_progress(&cluster).await;
    accounts::are_refused_with_reason(&cluster).await;
    accounts::are_deleted_after_purge_or_by_annotation(&cluster).await;
    accounts::report_unreachable_api(&cluster).await;
    deletions::of_accounts_are_undone_by_creating_them_again(&cluster).await;
    deletions::of_namespaces_are_undone_by_creating_accounts_again(&cluster).await;
    deletions::of_groups_are_undone_in_any_order(&cluster).await;
    deletions::of_definitions_are_undone_by_installing_them_again(&cluster).await;
    jobs::are_created_for_runs_and_close_them(&cluster).await;
    jobs::are_created_for_requests_until_one_completes(&cluster).await;
    jobs::move_from_release_namespace_without_losing_runs(&cluster).await;
    jobs::are_deleted_when_no_queue_admits_them(&cluster).await;
    jobs::are_deleted_when_their_node_is_lost(&cluster).await;
    jobs::wait_while_policy_allows_none(&cluster).await;
    jobs::pass_restricted_admission(&cluster).await;
    waiting::status_reports_reason_and_end(&cluster).await;
    rewritten::statuses_are_corrected(&cluster).await;
    unparsable::accounts_do_not_stop_their_kind(&cluster).await;
    unparsable::groups_keep_their_accounts(&cluster).await;
    platform_config::are_synced_to_the_api_and_report_result(&cluster).await;
    platform_config::deletion_restores_built_in_config(&cluster).await;
    scraper_pools::are_selected_before_they_exist_and_start_jobs(&cluster).await;
    scraper_pools::without_object_start_no_jobs(&cluster).await;
    scraper_pools::are_selected_by_accounts_as_the_group_allows(&cluster).await;
    scraper_pools::are_not_paused_by_one_job(&cluster).await;
    scraper_pools::report_unreachable_api(&cluster).await;
    leader::is_single_and_replaced_after_failure(&cluster).await;
    leader::does_not_write_after_pause_longer_than_lease(&cluster).await;
}
