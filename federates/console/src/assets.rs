//! The page's files, built into the program, and the page that stands in for them.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::routing::get;

use crate::layout::Layout;

/// The page as `build.rs` left it; empty where there was no npm.
#[derive(rust_embed::RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Page;

/// Shown instead of a page that was not built.
const STAND_IN: &str = include_str!("stand_in.html");
/// Nothing is fetched from or sent to another place, and no other site may frame the console.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// A file of the page.
struct File {
    content: Cow<'static, [u8]>,
    /// Changes with the content.
    tag: String,
}

pub(crate) fn router(layout: Arc<Layout>) -> Router {
    let drawing = move || {
        let text = layout.text().to_owned();
        async move { response(StatusCode::OK, "application/json", "no-cache", text) }
    };
    Router::new().route("/layout.json", get(drawing)).fallback(get(
        |uri: Uri, headers: HeaderMap| async move {
            answer(uri.path(), headers.get(header::IF_NONE_MATCH), embedded)
        },
    ))
}

fn embedded(path: &str) -> Option<File> {
    let file = Page::get(path)?;
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(8).map(|octet| format!("{octet:02x}")).collect();
    Some(File { content: file.data, tag: format!("\"{tag}\"") })
}

/// The file at a path, or the stand-in where the page has none at all.
fn answer(
    path: &str,
    known: Option<&HeaderValue>,
    file: impl Fn(&str) -> Option<File>,
) -> Response<Body> {
    let name = path.trim_start_matches('/');
    let is_page = name.is_empty() || name == "index.html";
    let name = if is_page { "index.html" } else { name };
    let Some(File { content, tag }) = file(name) else {
        return match is_page {
            true => response(StatusCode::OK, "text/html; charset=utf-8", "no-store", STAND_IN),
            false => response(StatusCode::NOT_FOUND, "text/plain", "no-store", "no such file"),
        };
    };
    // Names of assets contain a hash of their content; the page itself does not.
    let caching =
        if name.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return response(StatusCode::NOT_MODIFIED, media_type(name), caching, Body::empty());
    }
    let mut answer = response(StatusCode::OK, media_type(name), caching, content.into_owned());
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.headers_mut().insert(header::ETAG, tag);
    }
    answer
}

fn response(
    status: StatusCode,
    media_type: &'static str,
    caching: &'static str,
    body: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let fixed = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_page(name: &str) -> Option<File> {
        let content: &'static [u8] = match name {
            "index.html" => b"<title>page</title>",
            "assets/a-1f.js" => b"run()",
            _ => return None,
        };
        Some(File { content: Cow::Borrowed(content), tag: "\"1\"".into() })
    }

    async fn text(response: Response<Body>) -> String {
        let body = axum::body::to_bytes(response.into_body(), 100_000).await.expect("in memory");
        String::from_utf8(body.to_vec()).expect("text")
    }

    fn header_of(response: &Response<Body>, name: header::HeaderName) -> &str {
        response.headers()[name].to_str().expect("text")
    }

    #[tokio::test]
    async fn without_a_built_page_the_stand_in_says_how_to_get_it() {
        let response = answer("/", None, |_| None);
        assert_eq!(response.status(), StatusCode::OK);
        let text = text(response).await;
        assert!(text.contains("Node.js 20") && text.contains("cargo build"), "{text}");
        assert_eq!(answer("/assets/a.js", None, |_| None).status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn the_page_is_asked_for_again_and_its_assets_are_kept() {
        let page = answer("/", None, with_page);
        assert_eq!(header_of(&page, header::CONTENT_TYPE), "text/html; charset=utf-8");
        assert_eq!(header_of(&page, header::CACHE_CONTROL), "no-cache");
        assert!(header_of(&page, header::CONTENT_SECURITY_POLICY).contains("default-src 'self'"));
        assert_eq!(text(page).await, "<title>page</title>");
        let asset = answer("/assets/a-1f.js", None, with_page);
        assert!(header_of(&asset, header::CACHE_CONTROL).contains("immutable"));
        assert_eq!(answer("/other", None, with_page).status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again() {
        let tag = HeaderValue::from_static("\"1\"");
        assert_eq!(answer("/", Some(&tag), with_page).status(), StatusCode::NOT_MODIFIED);
        let old = HeaderValue::from_static("\"0\"");
        assert_eq!(answer("/", Some(&old), with_page).status(), StatusCode::OK);
    }
}
