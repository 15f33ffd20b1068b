//! How to go through the fields of a message without knowing its type.

use super::BoundsViolation;

/// Gives access to the fields of a message, as the generated code implements it.
pub trait Fields {
    /// Its name in the contract.
    fn name(&self) -> &'static str;

    /// Calls `visit` with each field's name and value, in the order of the contract, until one is refused.
    fn visit(&self, visit: &mut Visitor<'_>) -> Result<(), BoundsViolation>;
}

/// What is called with a field's name and value.
pub type Visitor<'v> = dyn FnMut(&'static str, Value<'_>) -> Result<(), BoundsViolation> + 'v;

/// The value of a field, borrowed from its message.
pub enum Value<'v> {
    /// A message, an `optional` field or one of a `oneof` that is not set.
    Absent,
    /// A nested message, whose fields have bounds of their own.
    Message(&'v dyn Fields),
    /// The entries of a `repeated` field, and how many there are.
    List(usize, &'v mut dyn Iterator<Item = Value<'v>>),
    /// A `string`, which protobuf guarantees to be UTF-8.
    Text(&'v str),
    /// A `bytes` field, of any content.
    Bytes(&'v [u8]),
    /// A whole number of any width.
    Number(i128),
    /// A `double`, which may be infinite or NaN.
    Real(f64),
    /// A `bool`, of which both values mean something.
    Flag,
    /// The number of an enum's value, and whether this version of the contract names it.
    Choice(i32, bool),
}
