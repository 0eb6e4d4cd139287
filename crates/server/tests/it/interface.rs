//! The worked example in docs/interface.md.

use std::process::Command;

use crate::process::Running;

/// Whether the examples can be tried, which are written for curl.
pub(crate) fn has_curl() -> bool {
    Command::new("curl").arg("--version").output().is_ok()
}

#[test]
fn the_worked_example_in_the_documents_works() {
    let document = include_str!("../../../../docs/interface.md");
    let (_, rest) = document.split_once("```sh\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    if !has_curl() {
        eprintln!("not tried: there is no curl on this machine");
        return;
    }
    let server = Running::start(&[]);
    let mut shell = Command::new("sh");
    shell.args(["-eu", "-c", example]).current_dir(server.folder());
    let output = shell.env("SITE", format!("http://{}", server.addr())).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("\"role\":\"member\""), "{said}");
    assert_eq!(said.matches("\"referredName\":\"Meera Iyer\"").count(), 3, "{said}");
    assert!(said.contains("successfully referred"), "{said}");
}
