//! Traversal of a message's fields without knowing its type.

use super::BoundsViolation;

/// Access to the fields of a message, implemented by generated code.
pub trait Fields {
    /// Returns the message's name in the contract.
    fn name(&self) -> &'static str;

    /// Calls `visit` with each field's name and value, in the order of the contract, until one is refused.
    fn visit(&self, visit: &mut Visitor<'_>) -> Result<(), BoundsViolation>;
}

/// A callback for a field's name and value.
pub type Visitor<'v> = dyn FnMut(&'static str, Value<'_>) -> Result<(), BoundsViolation> + 'v;

/// The value of a field, borrowed from its message.
pub enum Value<'v> {
    /// A message, an `optional` field or a `oneof` member that is not set.
    Absent,
    /// A nested message, whose fields have their own bounds.
    Message(&'v dyn Fields),
    /// The entries of a `repeated` field and their number.
    List(usize, &'v mut dyn Iterator<Item = Value<'v>>),
    /// A `string`, which protobuf guarantees to be UTF-8.
    Text(&'v str),
    /// A `bytes` field, of any content.
    Bytes(&'v [u8]),
    /// An integer of any width.
    Number(i128),
    /// A `double`, which may be infinite or NaN.
    Real(f64),
    /// A `bool`, both of whose values are valid.
    Flag,
    /// The number of an enum value, and whether this version of the contract defines it.
    Choice(i32, bool),
}
