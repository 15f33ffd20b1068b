//! The platforms in the API. The specification gives each platform paths and a few fields of its own: [`each_platform`] makes the
//! paths of an operation from one definition, and a module for each platform has its responses.

pub(crate) mod instagram;
#[cfg(feature = "loopreel")]
pub(crate) mod loopreel;
pub(crate) mod tiktok;

/// Calls a macro for each platform, with the module of its responses, its variant, its code, its name without and with an
/// article, and the noun of one item and of several. Attributes of operations need literals, so the texts are repeated from the
/// registry; a test compares them.
macro_rules! each_platform {
    ($define:ident) => {
        $define!(
            instagram,
            Instagram,
            "instagram",
            "Instagram",
            "an Instagram",
            "post",
            "posts"
        );
        $define!(
            tiktok, Tiktok, "tiktok", "TikTok", "a TikTok", "video", "videos"
        );
        #[cfg(feature = "loopreel")]
        $define!(
            loopreel,
            Loopreel,
            "loopreel",
            "Loopreel",
            "a Loopreel",
            "video",
            "videos"
        );
    };
}

pub(crate) use each_platform;

#[cfg(test)]
mod tests {
    use clipmeter_domain::Platform;

    #[test]
    fn texts_of_operations_equal_registry() {
        let mut platforms = Vec::new();
        macro_rules! compare {
            ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
                let descriptor = Platform::$Platform.descriptor();
                assert_eq!(($code, $name), (descriptor.code, descriptor.name));
                assert_eq!(($item, $items), (descriptor.item.one, descriptor.item.many));
                assert!($named.ends_with($name));
                platforms.push(Platform::$Platform);
            };
        }
        each_platform!(compare);
        assert_eq!(platforms, Platform::ALL);
    }
}
