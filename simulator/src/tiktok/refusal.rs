//! What TikTok sends instead of data to those it does not trust.

use serde_json::json;

use crate::answer::Answer;

/// The captcha: JSON on endpoints, a page elsewhere.
pub(crate) fn captcha(is_page: bool) -> Answer {
    if is_page {
        return Answer::html(
            "<!DOCTYPE html><html><head><title>Security Check</title></head>\
             <body><div class=\"captcha-verify-container\" id=\"secsdk-captcha\"></div></body></html>",
        );
    }
    Answer::json(&json!({
        "code": "10000", "from": "", "type": "verify", "version": "2", "region": "va", "subtype": "slide",
        "detail": "simulated", "verify_event": "", "fp": "verify_simulated",
    }))
}

/// The application without any data in it.
pub(crate) fn shell() -> Answer {
    Answer::html(
        "<!DOCTYPE html><html lang=\"en\" data-downgrade=\"1\"><head><title>TikTok - Make Your Day</title></head>\
         <body><div id=\"app\"></div></body></html>",
    )
}

/// The wall in front of guests: 302 to the login page.
pub(crate) fn login_wall() -> Answer {
    Answer::redirect("https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F")
}
