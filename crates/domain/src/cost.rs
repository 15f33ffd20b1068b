//! Bounds of cost amounts, which have no currency.

/// More than any post ever cost in any currency, and few enough digits to stay exact as a JSON number.
pub const MAX_AMOUNT: f64 = 1e9;
