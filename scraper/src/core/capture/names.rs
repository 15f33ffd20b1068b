//! Names of private data in the platforms' responses.

/// Members, cookies, parameters and fields with secret values, in lower case and without separators between words; sorted. They contain the
/// session's user, proofs that a request comes from its page, devices, signatures, and contact details. No parser reads any of them.
const SECRETS: [&str; 69] = [
    "accountid",
    "actorid",
    "adid",
    "advertisingid",
    "asyncgettoken",
    "authorization",
    "av",
    "claim",
    "cookie",
    "csrf",
    "datr",
    "deviceid",
    "did",
    "dsuserid",
    "dtsg",
    "dtsgag",
    "email",
    "encryptedwebid",
    "familydeviceid",
    "fbdtsg",
    "fbdtsgag",
    "guid",
    "igdid",
    "igurur",
    "iguseeimu",
    "iid",
    "installid",
    "jazoest",
    "lsd",
    "machineid",
    "mid",
    "mobile",
    "nonce",
    "nonfacebookuserid",
    "odinid",
    "odintt",
    "openudid",
    "phone",
    "phoneid",
    "psl",
    "psn",
    "rur",
    "sessionid",
    "sessionids",
    "setcookie",
    "shbid",
    "shbts",
    "sidguard",
    "sidtt",
    "siducpv1",
    "ssiducpv1",
    "svwebid",
    "telephone",
    "ttwid",
    "uidtt",
    "urlgen",
    "uuid",
    "verifyfp",
    "viewerid",
    "webid",
    "whatsapp",
    "wid",
    "wwwclaim",
    "xargus",
    "xbogus",
    "xfblsd",
    "xgnarly",
    "xigsetwwwclaim",
    "xigwwwclaim",
];

/// Suffixes of further secret names.
const ENDS: [&str; 3] = ["token", "phonenumber", "email"];

/// Names of objects about the session's user, which contain anything from the name to the telephone number.
const VIEWERS: [&str; 3] = ["currentuserinitialdata", "viewer", "cookies"];

/// Maximum length of a name in the lists, in bytes as written.
const MAX: usize = 48;

/// The kind of value that follows a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Secret,
    /// An object about the session's user.
    Viewer,
}

/// Returns the kind of value that follows this name, if it is private.
pub(super) fn meaning(name: &[u8]) -> Option<Meaning> {
    if name.len() > MAX {
        return None;
    }
    let mut folded = [0; MAX];
    let mut length = 0;
    for byte in name.iter().filter(|byte| byte.is_ascii_alphanumeric()) {
        folded[length] = byte.to_ascii_lowercase();
        length += 1;
    }
    let name = std::str::from_utf8(&folded[..length]).ok()?;
    if VIEWERS.contains(&name) {
        return Some(Meaning::Viewer);
    }
    let is_secret = SECRETS.binary_search(&name).is_ok() || ENDS.iter().any(|end| name.ends_with(end));
    is_secret.then_some(Meaning::Secret)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn secret_names_are_sorted_for_binary_search() {
        assert!(SECRETS.is_sorted());
    }

    #[test]
    fn secret_names_match_in_any_spelling_unlike_parsed_names() {
        for name in [
            "csrf_token",
            "csrfToken",
            "csrftoken",
            "X-IG-WWW-Claim",
            "ds_user_id",
            "public_email",
        ] {
            assert_eq!(meaning(name.as_bytes()), Some(Meaning::Secret), "{name}");
        }
        assert_eq!(meaning(b"viewer"), Some(Meaning::Viewer));
        for name in [
            "id",
            "pk",
            "username",
            "secUid",
            "cursor",
            "end_cursor",
            "next_max_id",
            "tokens",
            "status",
            "code",
        ] {
            assert_eq!(meaning(name.as_bytes()), None, "{name}");
        }
    }

    /// Values that parsers read must not be overwritten.
    #[test]
    fn secret_names_include_no_name_that_parsers_read() {
        let mut folders = vec![PathBuf::from("src")];
        let mut names = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with("capture") && !path.ends_with("fetch") {
                    folders.push(path);
                } else if path.is_file() {
                    let text = std::fs::read_to_string(&path).unwrap();
                    for name in text
                        .split("b\"")
                        .skip(1)
                        .filter_map(|rest| rest.split('"').next())
                    {
                        assert_eq!(meaning(name.as_bytes()), None, "{name} in {}", path.display());
                        names += 1;
                    }
                }
            }
        }
        assert!(names > 100, "{names}");
    }
}
