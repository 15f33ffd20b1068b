//! Whole numbers as an API server writes them: whatever it is given, it keeps the shortest writing of the same number, 1000 as `1k`.
//! Only what is written so from the start is found as it was written.

use k8s_openapi::apimachinery::pkg::api::resource::Quantity;

/// The suffixes of the thousands up to the largest number there is.
const SUFFIXES: [&str; 4] = ["", "k", "M", "G"];

/// The number in the canonical form of quantities: no zeros that a suffix can stand for.
pub(super) fn quantity(number: i32) -> Quantity {
    let (mut rest, mut thousands) = (number, 0);
    while rest != 0 && rest % 1000 == 0 {
        rest /= 1000;
        thousands += 1;
    }
    let suffix = SUFFIXES.get(thousands).copied().unwrap_or_default();
    Quantity(format!("{rest}{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_an_api_server_keeps_them() {
        for (number, text) in [
            (0, "0"),
            (10, "10"),
            (999, "999"),
            (1000, "1k"),
            (1500, "1500"),
            (100_000, "100k"),
            (1_000_000, "1M"),
            (1_001_000, "1001k"),
            (2_000_000_000, "2G"),
        ] {
            assert_eq!(quantity(number).0, text);
        }
    }
}
