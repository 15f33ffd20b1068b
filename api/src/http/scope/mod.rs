//! The permission model. A handler names an extractor for its permission and reaches the database only through it: the
//! extractor's transactions carry the scope that row-level security enforces.

mod account_manager;
mod admin;
mod caller;
mod group_scope;
mod signed_in;
mod user_manager;
mod viewer;

pub(crate) use self::account_manager::AccountManager;
pub(crate) use self::admin::Admin;
pub(crate) use self::caller::Caller;
pub(crate) use self::group_scope::GroupScope;
pub(crate) use self::signed_in::{PasswordHolder, SignedIn, bearer_token, claims};
pub(crate) use self::user_manager::UserManager;
