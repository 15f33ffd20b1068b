//! The operator on a real API server with a real controller manager, and an API that keeps its rows in memory.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is how a test fails"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "objects are written where they are handed over"
)]

mod accounts;
mod api;
mod attacks;
mod cluster;
mod definitions;
mod groups;
mod installed;
mod jobs;
mod leader;
mod operator;
mod platform_config;
mod rewritten;
mod rows;
mod waiting;

use self::cluster::Cluster;

/// A single test, so that the definitions are installed once, after the case without them was tested.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a Kubernetes control plane: run operator/tests/api-server"]
async fn an_operator_acts_on_resources() {
    let cluster = Cluster::connect().await;
    definitions::are_waited_for_by_name(&cluster).await;
    attacks::succeed_with_the_rights_alone(&cluster).await;
    cluster.installed.install_policies(&cluster.client).await;
    attacks::are_refused_by_the_policies(&cluster).await;
    groups::have_a_namespace_a_quota_and_role_bindings(&cluster).await;
    groups::have_limits_of_any_size(&cluster).await;
    groups::take_no_foreign_namespace_and_give_an_adopted_one_back(&cluster).await;
    groups::purge_in_a_namespace_that_was_taken_from_them(&cluster).await;
    groups::get_a_deleted_namespace_back_without_its_accounts(&cluster).await;
    groups::go_with_everything_or_leave_it(&cluster).await;
    groups::use_namespaces_that_somebody_else_creates(&cluster).await;
    accounts::are_registered_and_say_how_it_goes(&cluster).await;
    accounts::are_refused_for_a_reason(&cluster).await;
    accounts::go_when_their_numbers_are_deleted_or_somebody_says_so(&cluster).await;
    accounts::say_so_when_the_api_was_never_there(&cluster).await;
    jobs::are_made_for_runs_and_close_them(&cluster).await;
    jobs::are_made_for_requests_until_one_is_through(&cluster).await;
    jobs::of_the_release_namespace_move_without_losing_a_run(&cluster).await;
    jobs::are_given_up_when_no_queue_admits_them(&cluster).await;
    jobs::pass_restricted_admission(&cluster).await;
    waiting::says_why_nothing_is_read_and_until_when(&cluster).await;
    rewritten::statuses_are_put_right(&cluster).await;
    platform_config::are_told_to_the_api_and_say_what_became_of_them(&cluster).await;
    platform_config::leave_the_shipped_ones_behind(&cluster).await;
    leader::is_one_and_another_takes_over(&cluster).await;
}
