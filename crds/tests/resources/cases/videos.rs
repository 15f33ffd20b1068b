use serde_json::json;

use super::Expectation::{self, Accepted, Rule, Schema};
use super::{Case, change, create, object};

const ADDRESS: Expectation =
    Rule("This is not the URL of a TikTok video; use the URL that the browser shows or that Share copies");

pub(super) fn all() -> Vec<Case> {
    let video = |url: &str| object("TikTokVideo", "video", json!({"url": url}));
    let url = |text: &str, expectation| create(video(text), expectation);
    vec![
        url(
            "https://www.tiktok.com/@scout2015/video/6718335390845095173",
            Accepted,
        ),
        url(
            "https://www.tiktok.com/@scout2015/video/6718335390845095173?is_from_webapp=1&sender_device=pc",
            Accepted,
        ),
        url("https://m.tiktok.com/v/6718335390845095173.html", Accepted),
        url("https://vm.tiktok.com/ZMabc1234/", Accepted),
        url("tiktok.com/t/ZTabc1234", Accepted),
        url("", ADDRESS),
        url("https://www.tiktok.com/@scout2015", ADDRESS),
        url(
            "https://evil.example/@scout2015/video/6718335390845095173",
            ADDRESS,
        ),
        url(
            "https://www.tiktok.com@evil.example/@scout2015/video/6718335390845095173",
            ADDRESS,
        ),
        url(
            "http://169.254.169.254/latest/meta-data/6718335390845095173",
            ADDRESS,
        ),
        url(
            "https://www.ti\u{212a}tok.com/@scout2015/video/6718335390845095173",
            ADDRESS,
        ),
        url("https://www.instagram.com/p/Cabc/", ADDRESS),
        url(
            &format!("https://vm.tiktok.com/ZMabc1234/?{}", "a".repeat(500)),
            Schema("spec.url: Too long"),
        ),
        create(
            object("TikTokVideo", "video", json!({})),
            Schema("spec.url: Required value"),
        ),
        change(
            video("https://vm.tiktok.com/ZMabc1234/"),
            video("https://vm.tiktok.com/ZMabc1235/"),
            Rule("url cannot be changed; delete this object and create another one"),
        ),
    ]
}
