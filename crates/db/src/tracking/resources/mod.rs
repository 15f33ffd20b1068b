//! Rows that Kubernetes resources describe. A row is found by the name of its resource; a row without a
//! resource is found by its subject, so that a resource adopts existing rows. Writers lock the group's row.
//! The platform configuration is separate: one resource describes all of it.

mod binding;
pub mod group;
mod inventory;
mod matching;
pub mod platform_config;
mod progress;
mod tracked;

pub use binding::{add, link_resource, named, release, suspended_accounts};
pub use inventory::{AccountEntry, GroupEntry, Inventory, VideoEntry, inventory};
pub use matching::{Match, Matched};
pub use progress::{ProgressRow, progress};
pub use tracked::{DesiredTracked, ResourceKind, ResourceSubject, TrackedRow, find};
