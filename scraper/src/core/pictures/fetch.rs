//! Fetches one picture from the platform's media hosts.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, USER_AGENT};
use secrecy::SecretString;
use tokio::time::timeout;
use url::Url;

use super::encode::thumbnail;
use crate::core::fetcher::{Hosts, Request, Transport, Transports};
use crate::error::ScraperError;

/// Maximum length of a fetched file. The smallest variants that are large enough have up to 100 KB, originals about a megabyte.
const MAX_FILE_BYTES: usize = 2 * 1024 * 1024;

/// Media hosts respond within a second.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Formats that can be decoded.
const FORMATS: &str = "image/webp,image/jpeg,image/png;q=0.9";

/// Fetches pictures through the connection of the run, without cookies, permits and retries.
pub(crate) struct PictureFetcher {
    transport: Arc<dyn Transport>,
    /// The platform's media hosts.
    media: Hosts,
    /// The base URL that replaces the platform and its media hosts, if one is configured.
    replacement: Option<Url>,
    headers: HeaderMap,
}

impl PictureFetcher {
    /// Creates the fetcher of a platform at `base`; `hosts` are those that the platform's own requests may go to.
    pub(crate) fn new(
        transports: &dyn Transports,
        media: Hosts,
        (base, hosts): (&Url, &Hosts),
        proxy: Option<&SecretString>,
        user_agent: &str,
    ) -> Result<Self, ScraperError> {
        let replacement = matches!(hosts, Hosts::Chosen(_)).then(|| base.clone());
        let reachable = if replacement.is_some() { hosts } else { &media };
        let mut headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(FORMATS))]);
        if let Ok(user_agent) = HeaderValue::from_str(user_agent) {
            headers.insert(USER_AGENT, user_agent);
        }
        Ok(Self {
            transport: transports.to(reachable, proxy)?,
            media,
            replacement,
            headers,
        })
    }

    /// Returns the picture at a URL, scaled. `None` if the URL is not of the platform's media hosts, or anything fails. Redirects are
    /// not followed.
    pub(super) async fn fetch(&self, url: &str) -> Option<Vec<u8>> {
        let url = self.allowed(url)?;
        let request = Request {
            max_body: MAX_FILE_BYTES,
            ..Request::get(url, self.headers.clone())
        };
        let response = timeout(TIMEOUT, self.transport.send(&request)).await.ok()?.ok()?;
        if response.status != 200 {
            return None;
        }
        tokio::task::spawn_blocking(move || thumbnail(&response.body))
            .await
            .ok()?
    }

    /// Returns the URL to request, if the given one is allowed.
    fn allowed(&self, url: &str) -> Option<Url> {
        let mut url = Url::parse(url).ok().filter(|url| self.media.allows(url))?;
        if let Some(base) = &self.replacement {
            url.set_scheme(base.scheme()).ok()?;
            url.set_host(base.host_str()).ok()?;
            url.set_port(base.port()).ok()?;
        }
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use bytes::Bytes;
    use parking_lot::Mutex;

    use super::*;
    use crate::core::fetcher::{Response, TransportError};

    const MEDIA: Hosts = Hosts::Media(&["media.example"]);

    /// Responds to every request with the same status and a small JPEG file.
    #[derive(Clone)]
    struct Recorder {
        status: u16,
        requests: Arc<Mutex<Vec<Request>>>,
    }

    #[async_trait]
    impl Transport for Recorder {
        async fn send(&self, request: &Request) -> Result<Response, TransportError> {
            self.requests.lock().push(request.clone());
            let mut file = std::io::Cursor::new(Vec::new());
            image::RgbImage::new(9, 9)
                .write_to(&mut file, image::ImageFormat::Jpeg)
                .unwrap();
            Ok(Response {
                status: self.status,
                headers: HeaderMap::new(),
                body: Bytes::from(file.into_inner()),
            })
        }
    }

    impl Transports for Recorder {
        fn to(&self, _: &Hosts, _: Option<&SecretString>) -> Result<Arc<dyn Transport>, ScraperError> {
            Ok(Arc::new(self.clone()))
        }
    }

    fn fetcher(base: &str, hosts: &Hosts, status: u16) -> (PictureFetcher, Recorder) {
        let recorder = Recorder {
            status,
            requests: Arc::default(),
        };
        let base = Url::parse(base).unwrap();
        let fetcher = PictureFetcher::new(&recorder, MEDIA, (&base, hosts), None, "agent").unwrap();
        (fetcher, recorder)
    }

    #[tokio::test]
    async fn picture_is_requested_only_from_media_hosts() {
        let platform = Hosts::Platform(&["www.platform.example"]);
        for (url, status, requests, is_picture) in [
            ("https://a.media.example/a.jpg?x=1", 200, 1, true),
            ("https://www.platform.example/a.jpg", 200, 0, false),
            ("https://evil.example/a.jpg", 200, 0, false),
            ("a.jpg", 200, 0, false),
            ("", 200, 0, false),
            // Redirects are not followed, errors not retried.
            ("https://a.media.example/a.jpg", 302, 1, false),
            ("https://a.media.example/a.jpg", 403, 1, false),
            ("https://a.media.example/a.jpg", 429, 1, false),
            ("https://a.media.example/a.jpg", 500, 1, false),
        ] {
            let (fetcher, recorder) = fetcher("https://www.platform.example", &platform, status);
            assert_eq!(fetcher.fetch(url).await.is_some(), is_picture, "{url} {status}");
            assert_eq!(recorder.requests.lock().len(), requests, "{url} {status}");
        }
    }

    #[tokio::test]
    async fn replacement_of_platform_also_replaces_media_hosts() {
        let base = "http://127.0.0.1:8080";
        let hosts = Hosts::Chosen(Url::parse(base).unwrap().origin());
        let (fetcher, recorder) = fetcher(base, &hosts, 200);
        assert!(
            fetcher
                .fetch("https://a.media.example/v/a.jpg?x=1")
                .await
                .is_some()
        );
        assert!(fetcher.fetch("http://127.0.0.1:8080/v/a.jpg").await.is_none());
        let requests = recorder.requests.lock();
        assert_eq!(requests.len(), 1);
        assert_eq!(requests[0].url.as_str(), "http://127.0.0.1:8080/v/a.jpg?x=1");
        assert_eq!(requests[0].headers.get(USER_AGENT).unwrap(), "agent");
        assert_eq!(requests[0].max_body, MAX_FILE_BYTES);
    }
}
