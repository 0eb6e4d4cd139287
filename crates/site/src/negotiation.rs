//! `Accept-Encoding` (RFC 9110, section 12.5.3).

use axum::http::{HeaderMap, header::ACCEPT_ENCODING};

/// Whether a client accepts an encoding: by its name, or by `*` for all that it does not name.
/// Weights are not compared, except that 0 refuses.
pub(crate) fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    let values = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut elements = values.flat_map(|value| value.split(','));
    let mut by_star = false;
    let named = elements.find_map(|element| {
        let (name, weight) = element.split_once(';').unwrap_or((element, "q=1"));
        if name.trim() == "*" {
            by_star = is_positive(weight);
        }
        name.trim().eq_ignore_ascii_case(encoding).then(|| is_positive(weight))
    });
    named.unwrap_or(by_star)
}

/// Whether a weight such as `q=0.5` is above 0. One that cannot be read refuses, because every
/// client understands plain text.
fn is_positive(weight: &str) -> bool {
    let number = weight.trim().to_ascii_lowercase();
    number.strip_prefix("q=").and_then(|text| text.parse::<f32>().ok()).is_some_and(|q| q > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn an_encoding_is_accepted_by_its_name_or_by_a_star_unless_its_weight_is_0() {
        for (values, brotli, gzip) in [
            (&["gzip, deflate, br, zstd"][..], true, true),
            (&["gzip", "BR"], true, true),
            (&["br;q=0.1, gzip; Q=0.125,identity"], true, true),
            (&["br;q=0, gzip;q=1.000"], false, true),
            (&["*"], true, true),
            (&["gzip, *;q=0"], false, true),
            (&["*, br;q=0.000"], false, true),
            (&["deflate"], false, false),
            (&["br;q=-1, gzip;q"], false, false),
            (&["br;q=x, gzip;level=1"], false, false),
            (&[""], false, false),
            (&[], false, false),
        ] {
            let headers = values.iter().map(|v| (ACCEPT_ENCODING, HeaderValue::from_static(v)));
            let mut request = HeaderMap::new();
            for (name, value) in headers {
                request.append(name, value);
            }
            assert_eq!(accepts(&request, "br"), brotli, "{values:?}");
            assert_eq!(accepts(&request, "gzip"), gzip, "{values:?}");
        }
    }
}
