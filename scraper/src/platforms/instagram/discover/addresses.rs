//! URLs of a page's scripts.

use std::borrow::Cow;

use memchr::memmem;
use url::Url;

/// Path in the URL of every script that Instagram builds.
const MARK: &[u8] = b"/rsrc.php/";

/// The same path within data, where slashes are escaped.
const ESCAPED_MARK: &[u8] = br"\/rsrc.php\/";

/// Scheme of the URLs.
const SCHEME: &[u8] = b"https:";

/// Maximum length of a URL, in bytes as written.
const MAX: usize = 1_000;

/// Returns the URLs of a page's scripts in page order, each once. Pages load few of them in elements and list the others in data.
pub(crate) fn scripts(page: &[u8]) -> Vec<Url> {
    let mut places: Vec<usize> = memmem::find_iter(page, MARK)
        .chain(memmem::find_iter(page, ESCAPED_MARK))
        .collect();
    places.sort_unstable();
    let mut urls: Vec<Url> = Vec::new();
    for url in places.into_iter().filter_map(|place| address(page, place)) {
        if !urls.contains(&url) {
            urls.push(url);
        }
    }
    urls
}

/// Returns the URL around this position if it is a script's.
fn address(page: &[u8], place: usize) -> Option<Url> {
    let is_part = |byte: &u8| byte.is_ascii_graphic() && !b"\"'<>()".contains(byte);
    let near = &page[place.saturating_sub(MAX)..place];
    let before = near.iter().rev().take_while(|byte| is_part(byte)).count();
    let near = &page[place..page.len().min(place + MAX)];
    let after = near.iter().take_while(|byte| is_part(byte)).count();
    // A value without quotes is preceded by its name.
    let begin = place - before + memmem::rfind(&page[place - before..place], SCHEME)?;
    let written = std::str::from_utf8(&page[begin..place + after]).ok()?;
    let url = Url::parse(&unescaped(written)).ok()?;
    url.path().as_bytes().ends_with(b".js").then_some(url)
}

/// Removes the escapes of data and of attributes.
fn unescaped(written: &str) -> Cow<'_, str> {
    if written.contains(['\\', '&']) {
        written.replace(r"\/", "/").replace("&amp;", "&").into()
    } else {
        written.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_urls_are_found_in_elements_and_data() {
        let page = br#"<link href="https://static.cdninstagram.com/rsrc.php/v5/a.css" rel="stylesheet">
            <script src="https://static.cdninstagram.com/rsrc.php/v4/yA/r/one.js?_nc_x=1&amp;b" async></script>
            <link rel=preload href=https://static.cdninstagram.com/rsrc.php/v4/yB/r/two.js as=script>
            <script>{"src":"https:\/\/static.cdninstagram.com\/rsrc.php\/v4iZ\/three.js","again":
            "https:\/\/static.cdninstagram.com\/rsrc.php\/v4\/yB\/r\/two.js","relative":"\/rsrc.php\/x.js"}</script>"#;
        let found: Vec<String> = scripts(page).iter().map(Url::to_string).collect();
        let host = "https://static.cdninstagram.com/rsrc.php";
        assert_eq!(
            found,
            [
                format!("{host}/v4/yA/r/one.js?_nc_x=1&b"),
                format!("{host}/v4/yB/r/two.js"),
                format!("{host}/v4iZ/three.js")
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn script_url_search_accepts_any_page(page in r#"(https:|/|\\/|rsrc\.php|static|\.js|"|é| ){0,40}"#) {
            scripts(page.as_bytes());
        }
    }
}
