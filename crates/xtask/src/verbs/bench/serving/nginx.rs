//! nginx, as people run it for a site like this one.

use std::path::{Path, PathBuf};

use super::answer::Answer;
use super::cores::Cores;
use super::files::MeasuredFile;
use super::{Rival, Server};
use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::serving;
use crate::shell::which;
use crate::verbs::bench::context::Bench;

/// What nginx writes into an answer by itself.
const OWN_FIELDS: [&str; 7] =
    ["connection", "content-encoding", "content-length", "content-type", "date", "etag", "vary"];

/// As in nginx's own manual.
const CACHE: &str = "\
  open_file_cache max=1000 inactive=20s;
  open_file_cache_valid 30s;
  open_file_cache_min_uses 2;
  open_file_cache_errors on;
";

/// What the configurations have in common.
pub(super) struct Nginx<'a> {
    pub(super) program: &'a Path,
    /// Where the site lies, in `site`, and the configurations.
    pub(super) folder: &'a Path,
    pub(super) files: &'a [MeasuredFile],
    /// What our server sends for each file.
    pub(super) answers: &'a [Answer],
}

/// nginx, installed where that is possible.
pub(super) fn program(bench: &Bench<'_>, task: &Task) -> Result<PathBuf, Failure> {
    let found = || {
        which("nginx")
            .or_else(|| Some("/usr/sbin/nginx".into()).filter(|path: &PathBuf| path.is_file()))
    };
    if found().is_none() && apt::is_ours() {
        apt::install(bench.home, task, &["nginx-light"])?;
    }
    found().ok_or_else(|| {
        Failure::new("nginx is not installed.", "Install nginx, then run this again.")
    })
}

impl Nginx<'_> {
    pub(super) fn start(
        &self,
        bench: &Bench<'_>,
        cores: Cores,
        rival: &Rival,
    ) -> Result<Server, Failure> {
        let addr = serving::free_here()?;
        let name = if rival.is_caching { "nginx-caching" } else { "nginx" };
        let file = self.folder.join(format!("{name}.conf"));
        let log = self.folder.join(format!("{name}.log"));
        let text = self.configuration(name, addr.port(), rival.is_caching)?;
        std::fs::write(&file, text).map_err(|error| Failure::of_file(&file, &error))?;
        let group = cores
            .server(bench, self.program)
            .arg_path("-p", self.folder)
            .arg_path("-e", &log)
            .arg_path("-c", &file)
            .start_into(&self.folder.join(format!("{name}-start.log")))?;
        Ok(Server { name: rival.name, addr, group: serving::answering(group, addr)? })
    }

    fn configuration(&self, name: &str, port: u16, is_caching: bool) -> Result<String, Failure> {
        let site = self.folder.join("site");
        let site = site.to_string_lossy();
        let cache = if is_caching { CACHE } else { "" };
        let mut locations = String::new();
        for (file, answer) in self.files.iter().zip(self.answers) {
            locations.push_str(&location(&site, file, answer)?);
        }
        // The site may lie where only its owner can read, who is also who started nginx.
        Ok(format!(
            "\
daemon off;
user root;
worker_processes 1;
pid {name}.pid;
events {{ worker_connections 768; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  gzip_static on;
  gzip_vary on;
  server_tokens off;
  types {{}}
{cache}  client_body_temp_path {name}-temporary;
  proxy_temp_path {name}-temporary;
  fastcgi_temp_path {name}-temporary;
  uwsgi_temp_path {name}-temporary;
  scgi_temp_path {name}-temporary;
  server {{
    listen 127.0.0.1:{port};
{locations}  }}
}}
"
        ))
    }
}

/// A file under the headers that our server sends it under.
fn location(site: &str, file: &MeasuredFile, answer: &Answer) -> Result<String, Failure> {
    let media_type = quoted(answer.field("content-type").unwrap_or_default())?;
    let place = quoted(&format!("{site}/{}", file.file))?;
    let mut text = format!(
        "    location = {} {{\n      alias {place};\n      default_type {media_type};\n      \
         add_header Last-Modified \"\";\n",
        file.path
    );
    for (name, value) in &answer.fields {
        if !OWN_FIELDS.contains(&name.as_str()) {
            text.push_str(&format!("      add_header {name} {};\n", quoted(value)?));
        }
    }
    Ok(text + "    }\n")
}

/// A value in nginx's quotes. A dollar begins a variable there, and nothing takes that from it.
fn quoted(value: &str) -> Result<String, Failure> {
    if value.contains('$') {
        return Err(Failure::new(
            format!("nginx cannot be told to send \"{value}\"."),
            "Measure with a value without a dollar in it.",
        ));
    }
    Ok(format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_and_what_cannot_be_is_refused() {
        assert_eq!(quoted("script-src 'self'; a").unwrap(), "\"script-src 'self'; a\"");
        assert_eq!(quoted(r#"a "b" \c"#).unwrap(), r#""a \"b\" \\c""#);
        assert!(quoted("a$b").is_err());
    }
}
