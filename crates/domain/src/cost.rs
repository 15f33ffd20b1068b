//! Bounds of cost amounts and their currency.

/// More than any post ever cost in any currency, and few enough digits to stay exact as a JSON number.
pub const MAX_AMOUNT: f64 = 1e9;

/// Pattern of a currency: an ISO 4217 code. Codes are not compared with a list, which changes every few years.
pub const CURRENCY: &str = "^[A-Z]{3}$";

/// Error text for a currency that does not match [`CURRENCY`], of the `ClientGroup`'s rule and of the API.
pub const CURRENCY_RULE: &str = "currency must be an ISO 4217 code of three capital letters, such as EUR";

/// Checks a currency code against [`CURRENCY`].
#[must_use]
pub fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase())
}
