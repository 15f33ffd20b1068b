//! A value for each platform.

use super::Platform;

/// A value for each platform. A message without a platform has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerPlatform<T>([T; Platform::ALL.len()]);

impl<T> PerPlatform<T> {
    /// Computes the value of each platform.
    #[must_use]
    pub fn from_fn(value: impl FnMut(Platform) -> T) -> Self {
        Self(Platform::ALL.map(value))
    }

    /// Returns the platform's value.
    #[must_use]
    pub fn get(&self, platform: Platform) -> Option<&T> {
        self.entries()
            .find(|(of, _)| *of == platform)
            .map(|(_, value)| value)
    }

    /// Returns the platform's value, to be changed.
    pub fn get_mut(&mut self, platform: Platform) -> Option<&mut T> {
        let mut values = Platform::ALL.into_iter().zip(&mut self.0);
        values.find(|(of, _)| *of == platform).map(|(_, value)| value)
    }

    /// Returns the values in display order, with their platforms.
    pub fn entries(&self) -> impl Iterator<Item = (Platform, &T)> {
        Platform::ALL.into_iter().zip(&self.0)
    }

    /// Converts each value.
    #[must_use]
    pub fn map<U>(self, value: impl FnMut(T) -> U) -> PerPlatform<U> {
        PerPlatform(self.0.map(value))
    }
}

impl<T: Copy> PerPlatform<Option<T>> {
    /// No value for any platform.
    pub const NONE: Self = Self([None; Platform::ALL.len()]);
}

impl<T: Copy + Default> PerPlatform<T> {
    /// Returns the platform's value; the default without a platform.
    #[must_use]
    pub fn of(&self, platform: Platform) -> T {
        self.get(platform).copied().unwrap_or_default()
    }
}

impl<T> IntoIterator for PerPlatform<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, { Platform::ALL.len() }>;

    /// Returns the values in display order.
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_kept_by_platform() {
        let mut lengths = PerPlatform::from_fn(|platform| platform.code().len());
        assert_eq!(
            (lengths.of(Platform::Instagram), lengths.of(Platform::Tiktok)),
            (9, 6)
        );
        *lengths.get_mut(Platform::Tiktok).unwrap() += 1;
        assert_eq!(lengths.map(|length| length * 2).of(Platform::Tiktok), 14);
        assert_eq!(lengths.get(Platform::Unspecified), None);
        let platforms: Vec<_> = lengths.entries().map(|(platform, _)| platform).collect();
        assert_eq!(platforms, Platform::ALL);
    }
}
