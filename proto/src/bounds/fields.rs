//! How to go through the fields of a message without knowing its type.

use super::Refusal;

/// A message of the contract.
pub trait Fields {
    /// Its name in the contract.
    fn name(&self) -> &'static str;

    /// Calls `visit` with each field's name and value, in the order of the contract, until one is refused.
    fn visit(&self, visit: &mut Visitor<'_>) -> Result<(), Refusal>;
}

/// What is called with a field's name and value.
pub type Visitor<'v> = dyn FnMut(&'static str, Value<'_>) -> Result<(), Refusal> + 'v;

/// The value of a field.
pub enum Value<'v> {
    /// A message, an `optional` field or one of a `oneof` that is not set.
    Absent,
    /// A message.
    Message(&'v dyn Fields),
    /// The entries of a `repeated` field, and how many there are.
    List(usize, &'v mut dyn Iterator<Item = Value<'v>>),
    /// A `string`.
    Text(&'v str),
    /// `bytes`.
    Bytes(&'v [u8]),
    /// A whole number of any width.
    Number(i128),
    /// A `double`.
    Real(f64),
    /// A `bool`, of which both values mean something.
    Flag,
    /// The number of an enum's value, and whether this version of the contract names it.
    Choice(i32, bool),
}
