//! Test data: texts that no component may accept as a video URL, or follow. Every component that reads URLs runs its tests
//! against the same list, so that none accepts what another refuses.
//!
//! `ID` stands for the ID of a video and `PORT` for a port of this machine with a listener.

/// The ID that replaces `ID`.
pub const ID: &str = "7526770564367748360";

/// Texts that users or programs might enter instead of a video's URL.
const ADDRESSES: [&str; 113] = [
    // Other hosts that look like the platform's.
    "https://evil.example/@u/video/ID",
    "https://www.tiktok.com.evil.example/@u/video/ID",
    "https://evil-tiktok.com/@u/video/ID",
    "https://tiktok.com.evil/@u/video/ID",
    "https://wwwtiktok.com/@u/video/ID",
    "https://tiktok.co/@u/video/ID",
    "https://tiktokv.com.evil.example/share/video/ID",
    "https://www.tiktok.com./@u/video/ID",
    "https://vm.tiktok.com./ZMabc1234",
    "https://www.tiktok.com%2eevil.example/@u/video/ID",
    "https://www.tiktok%2ecom/@u/video/ID",
    "https://www.tiktok.com%00.evil.example/@u/video/ID",
    "https://evil.example/?https://www.tiktok.com/@u/video/ID",
    "https://evil.example#https://www.tiktok.com/@u/video/ID",
    "https://evil.example;www.tiktok.com/@u/video/ID",
    "https://www.tiktok.com,evil.example/@u/video/ID",
    "https://vm.tiktok.com.evil.example/ZMabc1234",
    "https://static.cdninstagram.com/ZMabc1234",
    // Usernames and passwords in front of the host.
    "https://tiktok.com@evil.example/@u/video/ID",
    "https://vm.tiktok.com@169.254.169.254/",
    "https://vm.tiktok.com@127.0.0.1:PORT/ZMabc1234",
    "https://www.tiktok.com:x@evil.example/@u/video/ID",
    "https://www.tiktok.com%40evil.example/@u/video/ID",
    "https://user@www.tiktok.com/@u/video/ID",
    "https://user:secret@vm.tiktok.com/ZMabc1234",
    "https://:@www.tiktok.com/@u/video/ID",
    "https://@vm.tiktok.com/ZMabc1234",
    // Ports.
    "https://www.tiktok.com:443/@u/video/ID",
    "https://www.tiktok.com:8443/@u/video/ID",
    "https://www.tiktok.com:/@u/video/ID",
    "https://vm.tiktok.com:22/ZMabc1234",
    // International names that look or normalize alike.
    "https://www.tikt\u{043e}k.com/@u/video/ID",
    "https://www.tiktok\u{3002}com/@u/video/ID",
    "https://www.\u{ff54}iktok.com/@u/video/ID",
    "https://www.tik\u{212a}ok.com/@u/video/ID",
    "https://www.ti\u{212a}tok.com/@u/video/ID",
    "https://www.tiktok.com\u{2044}evil.example/@u/video/ID",
    "https://www.tiktok.com\u{ff0f}@evil.example/@u/video/ID",
    "https://www.tiktok.com\u{200b}/@u/video/ID",
    "https://\u{2460}27.0.0.1:PORT/@u/video/ID",
    "https://xn--tiktk-tqf.com/@u/video/ID",
    "https://www.xn--tiktok-.com/@u/video/ID",
    // White space and control characters that parsers drop.
    "https://www.tik\ttok.com/@u/video/ID",
    "https://127.0.0.1:PORT/\t@u/video/ID",
    "https://www.tiktok.com/@u/vid\neo/ID",
    "https://www.tiktok.com\r\n.evil.example/@u/video/ID",
    "https://www.tiktok.com/@u/video/ID\r\nHost: evil.example",
    "https://www.tiktok.com /@u/video/ID",
    "https://www.tiktok.com\u{85}/@u/video/ID",
    "ht\ttps://www.tiktok.com/@u/video/ID",
    "https://www.tiktok.com/@u/video/ID\0",
    "https://vm.tiktok.com/ZMabc\n1234",
    // Backslashes and missing or doubled slashes.
    "https:\\\\www.tiktok.com\\@u\\video\\ID",
    "https://evil.example\\@www.tiktok.com/@u/video/ID",
    "https://www.tiktok.com\\@127.0.0.1:PORT/@u/video/ID",
    "/\\127.0.0.1:PORT/@u/video/ID",
    "https:evil.example/@u/video/ID",
    "https:www.tiktok.com/@u/video/ID",
    "https:/www.tiktok.com/@u/video/ID",
    "https:///www.tiktok.com/@u/video/ID",
    "//www.tiktok.com/@u/video/ID",
    "https://www.tiktok.com//@u/video/ID",
    // Numeric addresses, in every notation.
    "https://127.0.0.1/@u/video/ID",
    "http://127.0.0.1:PORT/@u/video/ID",
    "http://localhost:PORT/@u/video/ID",
    "http://127.1:PORT/@u/video/ID",
    "http://0:PORT/@u/video/ID",
    "https://2130706433/@u/video/ID",
    "http://2130706433:PORT/@u/video/ID",
    "http://0x7f000001:PORT/@u/video/ID",
    "http://0177.0.0.1:PORT/@u/video/ID",
    "http://0x7f.0.0.1:PORT/@u/video/ID",
    "https://[::1]/@u/video/ID",
    "http://[::1]:PORT/@u/video/ID",
    "https://[::ffff:127.0.0.1]/@u/video/ID",
    "http://[::ffff:127.0.0.1]:PORT/@u/video/ID",
    "https://[::ffff:169.254.169.254]/@u/video/ID",
    "https://[64:ff9b::7f00:1]/@u/video/ID",
    "https://[fe80::1%25eth0]/@u/video/ID",
    "https://[::1%25lo]:PORT/@u/video/ID",
    "http://169.254.169.254/latest/meta-data/ID",
    "http://metadata.google.internal/computeMetadata/v1/ID",
    "https://kubernetes.default.svc/api/v1/secrets/ID",
    // Other schemes.
    "javascript://www.tiktok.com/@u/video/ID",
    "javascript:alert(1)//www.tiktok.com/@u/video/ID",
    "data:text/html,https://www.tiktok.com/@u/video/ID",
    "file://www.tiktok.com/@u/video/ID",
    "file:///etc/passwd",
    "ftp://www.tiktok.com/@u/video/ID",
    "gopher://127.0.0.1:PORT/_GET%20/",
    "https+x://www.tiktok.com/@u/video/ID",
    // IDs of a wrong length or alphabet.
    "https://www.tiktok.com/@u/video/7526770564367748",
    "https://www.tiktok.com/@u/video/752677056436774836012",
    "https://www.tiktok.com/@u/video/99999999999999999999",
    "https://www.tiktok.com/@u/video/0000000000000000000",
    "https://www.tiktok.com/@u/video/752677056436774836a",
    "https://www.tiktok.com/@u/video/-7526770564367748360",
    "https://www.tiktok.com/@u/video/\u{0667}526770564367748360",
    // Path traversal.
    "https://www.tiktok.com/@u/video/../../ID",
    "https://www.tiktok.com/@u/video/%2e%2e/ID",
    "https://www.tiktok.com/@u%2f..%2f/video/ID",
    "https://www.tiktok.com/@../video/ID",
    "https://vm.tiktok.com/../ID",
    "https://vm.tiktok.com/ZM%2fabc",
    "https://vm.tiktok.com/",
    "https://www.tiktok.com/t/",
    // Other pages of the platform.
    "https://www.tiktok.com/@u",
    "https://www.tiktok.com/@u/live",
    "https://www.tiktok.com/u/video/ID",
    "https://www.tiktok.com/v/ID",
    "https://www.tiktok.com/tag/ID",
    "https://vm.tiktok.com/ZMabc1234/ID",
    "https://www.instagram.com/p/Cabc/",
];

/// Redirect targets of a short link that must not be followed, in addition to [`addresses`]: texts that matter only as the
/// target of a redirect.
const HOPS: [&str; 26] = [
    // Unencrypted, so that anyone on the network path could redirect further.
    "http://vm.tiktok.com/ZMabc1234/",
    "http://www.tiktok.com/@u/video/ID",
    "HTTP://www.tiktok.com/t/ZTabc1234/",
    // Without a scheme: another host, or a path of the same host that is not a video's.
    "//127.0.0.1:PORT/@u/video/ID",
    "///127.0.0.1:PORT/@u/video/ID",
    "/\\/127.0.0.1:PORT/@u/video/ID",
    "\\\\127.0.0.1:PORT\\@u\\video\\ID",
    "\\/127.0.0.1:PORT/@u/video/ID",
    "/\t/127.0.0.1:PORT/@u/video/ID",
    "@127.0.0.1:PORT/@u/video/ID",
    ":PORT/ZMabc1234",
    ".evil.example/ZMabc1234",
    "vm.tiktok.com/ZMabc1234",
    "www.tiktok.com/@u/video/ID",
    "ZMabc1234",
    "?to=https://www.tiktok.com/@u/video/ID",
    "#https://www.tiktok.com/@u/video/ID",
    "/../../latest/meta-data/",
    "/ZMabc%0d%0aHost:%20evil.example",
    // Pages of the platform that redirect anywhere.
    "https://www.tiktok.com/link/v2?target=http%3A%2F%2F127.0.0.1%3APORT%2F",
    "https://www.tiktok.com/redirect?url=http://127.0.0.1:PORT/",
    "https://ads.tiktok.com/@u/video/ID",
    "https://api.tiktok.com/@u/video/ID",
    // Texts around a URL.
    "0;url=https://www.tiktok.com/@u/video/ID",
    "<https://www.tiktok.com/@u/video/ID>",
    "https://www.tiktok.com/@u/video/ID https://127.0.0.1:PORT/",
];

/// Returns the URLs, with a listener on `port` of this machine.
pub fn addresses(port: u16) -> impl Iterator<Item = String> {
    ADDRESSES.iter().map(move |text| filled(text, port))
}

/// Returns the redirect targets of a short link, including [`addresses`], with a listener on `port` of this machine.
pub fn hops(port: u16) -> impl Iterator<Item = String> {
    ADDRESSES.iter().chain(&HOPS).map(move |text| filled(text, port))
}

fn filled(text: &str, port: u16) -> String {
    text.replace("ID", ID).replace("PORT", &port.to_string())
}
