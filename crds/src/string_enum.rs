//! Enums whose variants are strings in Kubernetes objects and documents.

/// Defines an enum with the names of its variants as strings, and a list of all variants.
macro_rules! string_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $name {
            /// All variants.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the variant's string.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant),)*
                }
            }
        }
    };
}

pub(crate) use string_enum;
