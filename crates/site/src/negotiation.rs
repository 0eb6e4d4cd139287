//! Parses `Accept-Encoding` (RFC 9110, section 12.5.3) without allocating.

use axum::http::{HeaderMap, HeaderValue, header::ACCEPT_ENCODING};

/// A client's weight for each encoding, in thousandths. 0 means refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) brotli: u16,
    pub(crate) gzip: u16,
    pub(crate) identity: u16,
}

/// The weights in a request. An encoding that it does not mention is refused, except for plain
/// text, which is the last choice because every client understands it.
pub(crate) fn weights(request: &HeaderMap) -> Weights {
    let (mut brotli, mut gzip, mut identity, mut others) = (None, None, None, None);
    let values = request.get_all(ACCEPT_ENCODING).iter().map(HeaderValue::as_bytes);
    for element in values.flat_map(|value| value.split(|&b| b == b',')) {
        let mut parts = element.split(|&b| b == b';').map(<[u8]>::trim_ascii);
        let coding = parts.next().unwrap_or_default();
        let is = |name: &str| coding.eq_ignore_ascii_case(name.as_bytes());
        let slot = if is("br") {
            &mut brotli
        } else if is("gzip") || is("x-gzip") {
            &mut gzip
        } else if is("identity") {
            &mut identity
        } else if is("*") {
            &mut others
        } else {
            continue;
        };
        slot.get_or_insert(parts.next().map_or(1000, quality));
    }
    Weights {
        brotli: brotli.or(others).unwrap_or(0),
        gzip: gzip.or(others).unwrap_or(0),
        identity: identity.or(others).unwrap_or(1),
    }
}

/// The thousandths in `q=0.5`. An invalid weight counts as 0, because plain text is always
/// acceptable.
fn quality(parameter: &[u8]) -> u16 {
    let [b'q' | b'Q', b'=', whole @ (b'0' | b'1'), fraction @ ..] = parameter else {
        return 0;
    };
    let digits = match fraction {
        [] => fraction,
        [b'.', digits @ ..] if digits.len() <= 3 && digits.iter().all(u8::is_ascii_digit) => digits,
        _ => return 0,
    };
    let thousandths = digits
        .iter()
        .zip([100, 10, 1])
        .map(|(&digit, place)| u16::from(digit - b'0') * place)
        .sum::<u16>();
    (u16::from(whole - b'0') * 1000 + thousandths).min(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&'static str]) -> (u16, u16, u16) {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_static(value));
        }
        let Weights { brotli, gzip, identity } = weights(&headers);
        (brotli, gzip, identity)
    }

    #[test]
    fn a_client_without_accept_encoding_gets_plain_text() {
        assert_eq!(read(&[]), (0, 0, 1));
        assert_eq!(read(&[""]), (0, 0, 1));
    }

    #[test]
    fn form_data_of_browsers_is_parsed() {
        assert_eq!(read(&["gzip, deflate, br, zstd"]), (1000, 1000, 1));
        assert_eq!(read(&["gzip", "BR"]), (1000, 1000, 1));
    }

    #[test]
    fn weights_are_thousandths_and_zero_refuses() {
        assert_eq!(read(&["br;q=0.5, gzip; Q=0.125,identity;q=0"]), (500, 125, 0));
        assert_eq!(read(&["br;q=0, gzip;q=1.000"]), (0, 1000, 1));
        assert_eq!(read(&["br;q=0."]), (0, 0, 1));
    }

    #[test]
    fn a_star_stands_for_every_encoding_not_named() {
        assert_eq!(read(&["*"]), (1000, 1000, 1000));
        assert_eq!(read(&["gzip, *;q=0"]), (0, 1000, 0));
        assert_eq!(read(&["*;q=0.2, br"]), (1000, 200, 200));
    }

    #[test]
    fn an_unreadable_weight_counts_as_0() {
        for value in ["br;q=2", "br;q=0.1234", "br;q=-1", "br;q", "br;q=x", "br;level=1"] {
            assert_eq!(read(&[value]), (0, 0, 1), "{value}");
        }
        assert_eq!(read(&["br;q=1.5"]).0, 1000);
    }
}
