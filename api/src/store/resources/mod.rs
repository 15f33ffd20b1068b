//! Rows that Kubernetes resources ask for. A row is found by the name of its resource, and one that no resource names yet by
//! what people call it, so that a resource adopts what is there. Whoever writes holds the group's row. What scrapers are told of the
//! platforms is beside that: one resource says all of it.

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
