//! The permission model. A handler names an extractor for its permission and reaches the database only through it: the
//! extractor's transactions carry the scope that row-level security enforces.

mod account_manager;
mod admin;
mod caller;
mod database;
mod group_scope;
mod signed_in;
mod transaction;

pub(super) use account_manager::AccountManager;
pub(super) use admin::Admin;
pub(super) use caller::Caller;
pub(super) use database::Database;
pub(super) use group_scope::GroupScope;
pub(super) use signed_in::{SignedIn, bearer_token};
pub(super) use transaction::Transaction;
