//! The content of a platform's response, in one structure for both platforms and all their endpoints.

mod item;
mod parsed_response;
mod profile;
mod raw_response;
mod response_kind;
mod rounded;
mod scalar;
mod wire;

pub use item::Item;
pub(crate) use item::is_id;
pub use parsed_response::{PageNotes, ParsedResponse};
pub use profile::Profile;
pub use raw_response::RawResponse;
pub use response_kind::{ResponseKind, UnknownResponseKind};
pub use rounded::Rounded;
pub use scalar::Scalar;
