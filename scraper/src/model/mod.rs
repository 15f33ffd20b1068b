//! What an answer of a platform says, in one shape for both platforms and all their endpoints.

mod answer;
mod item;
mod kind;
mod profile;
mod reply;
mod rounded;
mod scalar;
mod wire;

pub use answer::{Answer, PageNotes};
pub use item::Item;
pub(crate) use item::is_id;
pub use kind::{AnswerKind, UnknownAnswerKind};
pub use profile::Profile;
pub use reply::Reply;
pub use rounded::Rounded;
pub use scalar::Scalar;
