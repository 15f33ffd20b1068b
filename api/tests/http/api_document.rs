//! The API's document and the page that shows it.

use axum::body::Body;
use http::Method;
use serde_json::Value;

use crate::support::{World, run};

#[test]
fn api_docs_serve_the_committed_openapi_document() {
    run(async {
        let world = World::new().await;
        let committed: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
        assert_eq!(world.get("", "/api/openapi.json").await.ok(), committed);
    });
}

#[test]
fn api_docs_page_complies_with_content_policy() {
    run(async {
        let world = World::new().await;
        let short = world.get("", "/api/docs").await;
        assert_eq!(
            (short.status.as_u16(), short.header("location")),
            (308, "/api/docs/")
        );
        let page = world.get("", "/api/docs/").await;
        assert!(page.header("content-type").starts_with("text/html"), "{page:?}");
        let scripts: Vec<&str> = page.text.split("<script").skip(1).collect();
        assert!(!scripts.is_empty());
        for script in scripts {
            let (_, source) = script.split_once("src=\"").unwrap();
            let name = source.split('"').next().unwrap().trim_start_matches("./");
            let file = world.get("", &format!("/api/docs/{name}")).await;
            assert_eq!(file.status, 200, "{name}");
            assert!(file.header("content-type").contains("javascript"), "{name}");
            assert!(!file.text.is_empty());
        }
        let start = world.get("", "/api/docs/swagger-initializer.js").await;
        assert!(start.text.contains("/api/openapi.json"), "{start:?}");
        for name in ["nothing.js", "..%2Findex.html"] {
            world
                .get("", &format!("/api/docs/{name}"))
                .await
                .refused(404, "not_found");
        }
    });
}

#[test]
fn api_docs_files_are_uncompressed_unless_gzip_is_accepted() {
    run(async {
        let world = World::new().await;
        let path = "/api/docs/swagger-ui.css";
        let plain = world.get("", path).await;
        assert_eq!(plain.status, 200);
        assert!(!plain.headers.contains_key("content-encoding"), "{plain:?}");
        assert!(plain.text.contains(".swagger-ui"), "not a style sheet");

        let request = World::request(Method::GET, "", path).header("accept-encoding", "gzip");
        let packed = world.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(
            (packed.status.as_u16(), packed.header("content-encoding")),
            (200, "gzip")
        );
        assert_eq!(packed.header("vary"), "accept-encoding");
        // At most three times as long, because of the parts that are not text.
        assert!(packed.text.len() < plain.text.len() / 2, "{}", packed.text.len());
    });
}
