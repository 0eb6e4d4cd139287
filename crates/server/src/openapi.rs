//! The interface's OpenAPI 3.1 document.

use api::{Problem, Sort};
use utoipa::{
    OpenApi,
    openapi::{
        HeaderBuilder, ObjectBuilder, OpenApi as Document, Ref, RefOr, Response, Type,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        schema::Schema,
    },
};

use crate::{
    extract::{EXPECTED_USER, GUEST},
    refusal::{PROBLEM, Refused},
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Referral programme",
        description = "Hosted mode: accounts, referrals and messages on a server. For pages of the \
            same origin, with a session's cookie, and for programs, with an API token \
            (`Authorization: Bearer kg_…`). What is refused is refused as problem details \
            (RFC 9457), whose `codes` say why.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(responses(Refused), schemas(Problem, Sort))
)]
pub(crate) struct ApiDoc;

/// Adds the answers that any request can get outside of its handler.
pub(crate) fn complete(mut document: Document) -> Document {
    for (path, item) in &mut document.paths.paths {
        let operations =
            [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            complete_operation(path, operation);
        }
    }
    document
}

fn complete_operation(path: &str, operation: &mut Operation) {
    // Any request may have a token, which is refused where it is not allowed.
    let mut statuses = vec!["401", "403", "429", "500", "503"];
    // Every route that checks the session also checks whose it is.
    if operation.responses.responses.contains_key("401") {
        operation.parameters.get_or_insert_default().push(expected_user().into());
        statuses.push("409");
    }
    if operation.request_body.is_some() {
        statuses.extend(["400", "408", "413", "415"]);
    }
    if operation.parameters.is_some() || path.contains('{') {
        statuses.push("400");
    }
    for status in statuses {
        let waits = matches!(status, "429" | "503");
        let refused = if waits { RefOr::T(with_retry_after()) } else { reference().into() };
        operation.responses.responses.entry(status.to_owned()).or_insert(refused);
    }
}

fn expected_user() -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    ParameterBuilder::new()
        .name(EXPECTED_USER)
        .parameter_in(ParameterIn::Header)
        .schema(Some(Schema::Object(text)))
        .description(Some(format!(
            "Whom the page shows: a member's number, or `{GUEST}`. If the session is somebody \
             else's by now, nothing is done; if it is said of nobody, it is done for whoever is \
             logged in"
        )))
        .build()
}

fn reference() -> Ref {
    Ref::from_response_name("Refused")
}

fn with_retry_after() -> Response {
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
    let header = HeaderBuilder::new()
        .schema(Some(Schema::Object(seconds)))
        .description(Some("After how many seconds it is worth while to try again"))
        .build();
    let mut response = Response::new("Not now");
    let problem = Ref::from_schema_name("Problem");
    let content = utoipa::openapi::ContentBuilder::new().schema(Some(problem)).build();
    response.content.insert(PROBLEM.to_owned(), content.into());
    response.headers.insert("Retry-After".to_owned(), header.into());
    response
}
