//! Conversion of numbers in specs, which an API server has validated to be non-negative.

pub(crate) fn to_unsigned<N: TryFrom<i32> + Default>(number: i32) -> N {
    N::try_from(number).unwrap_or_default()
}
