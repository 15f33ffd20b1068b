//! Numbers of specs, which an API server has checked to be none below zero.

/// The same number without a sign.
pub(crate) fn to_unsigned<N: TryFrom<i32> + Default>(number: i32) -> N {
    N::try_from(number).unwrap_or_default()
}
