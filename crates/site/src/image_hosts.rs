//! `dist/.image-hosts`: the other hosts that pictures may come from, one per line.

use crate::LoadError;

/// Parses the file. Empty lines are ignored.
///
/// # Errors
///
/// [`LoadError::ImageHost`] for the first line that is not `https://host[:port]`. Anything else,
/// especially a space or a semicolon, could weaken the policy that contains it.
pub(crate) fn parse(text: &str) -> Result<Vec<String>, LoadError> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(line, found)| {
            if is_host_source(found) {
                Ok(found.to_owned())
            } else {
                let found = found.to_owned();
                Err(LoadError::ImageHost { line, found })
            }
        })
        .collect()
}

fn is_host_source(text: &str) -> bool {
    let Some(authority) = text.strip_prefix("https://") else {
        return false;
    };
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    host.split('.').all(is_label) && port.is_none_or(is_port)
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_with_and_without_a_port_are_taken() {
        let hosts = parse("https://images.example\n\n  https://a-b.cdn.example:8443 \r\n");
        assert_eq!(hosts.unwrap(), ["https://images.example", "https://a-b.cdn.example:8443"]);
    }

    #[test]
    fn everything_that_would_weaken_the_policy_is_refused() {
        for line in [
            "http://images.example",
            "images.example",
            "https://",
            "https://images.example/",
            "https://images.example/path",
            "https://*",
            "https://*.example",
            "https://user@images.example",
            "https://images.example; script-src *",
            "https://images.example 'unsafe-inline'",
            "https://images..example",
            "https://-a.example",
            "https://images.example:",
            "https://images.example:0",
            "https://images.example:+80",
            "https://images.example:65536",
            "https://[::1]",
            "https://bücher.example",
            "'self'",
            "*",
            "data:",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_message_names_the_line_and_what_to_write() {
        let error = parse("https://images.example\nftp://other.example").unwrap_err();
        assert_eq!(
            error.to_string(),
            "dist/.image-hosts, line 2: \"ftp://other.example\" is not an image host. \
             Write https://host or https://host:port, without a path"
        );
    }
}
