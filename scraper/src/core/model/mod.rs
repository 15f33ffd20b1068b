//! The content of a platform's response, in one structure for all platforms and their endpoints.

mod item;
mod observation;
mod response;
mod response_kind;
mod rounded;

pub(crate) use item::is_id;
pub use item::{Item, Profile};
pub use observation::ItemIdScheme;
pub use response::{PageNotes, ParsedResponse, RawResponse, Scalar};
pub use response_kind::ResponseKind;
pub use rounded::Rounded;
