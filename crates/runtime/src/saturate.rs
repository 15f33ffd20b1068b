//! Conversions between integers that cannot fail.

use num_traits::Bounded;

/// Converts an integer; one that does not fit becomes the nearest that does.
#[must_use]
pub fn saturate<T: Bounded>(number: impl TryInto<T> + Copy + PartialOrd + Default) -> T {
    number.try_into().unwrap_or_else(|_| {
        if number < Default::default() {
            T::min_value()
        } else {
            T::max_value()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saturate_yields_nearest_number_that_fits() {
        assert_eq!(saturate::<u8>(200_i64), 200);
        assert_eq!(saturate::<u8>(300_i64), 255);
        assert_eq!(saturate::<u8>(-300_i64), 0);
        assert_eq!(saturate::<i8>(-300_i64), -128);
        assert_eq!(saturate::<i64>(u64::MAX), i64::MAX);
    }
}
