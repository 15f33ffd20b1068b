//! Integers in the API server's canonical notation: it stores the shortest form of a number, such as `1k` for 1000. Only a value
//! in that form compares equal when read back.

use k8s_openapi::apimachinery::pkg::api::resource::Quantity;

/// Suffixes of the powers of a thousand up to the largest `i64`.
const SUFFIXES: [&str; 4] = ["", "k", "M", "G"];

/// Formats the number as a canonical quantity, with a suffix in place of trailing zeros.
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
    fn quantity_is_formatted_like_api_server() {
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
