//! The interface's OpenAPI 3.1 document.

use api::{Problem, Sort};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        HeaderBuilder, ObjectBuilder, OpenApi as Document, Ref, Response, Type,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        schema::Schema,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::http::{
    cookies::SESSION_COOKIE,
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
            (RFC 9457), whose `codes` say why. Later versions add addresses, fields, codes and \
            values, so ignore what you do not know.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(responses(Refused), schemas(Problem, Sort)),
    modifiers(&SecuritySchemes),
    security((), ("session" = []), ("token" = []))
)]
pub(crate) struct ApiDoc;

/// The two ways to say who makes a request. Without either, it is a guest's.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut Document) {
        let cookie = ApiKeyValue::with_description(
            SESSION_COOKIE,
            "The session that `POST /api/session` opens (`session` where the site has no HTTPS)",
        );
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("An API token: `kg_…`"))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

/// The operations that are done for anybody. All others check that the session is that of the
/// person whom the page shows.
const ANYBODYS: [&str; 7] = [
    "getSession",
    "logIn",
    "logOut",
    "sendCode",
    "sendMessage",
    "getDescription",
    "getProgrammeRewards",
];

/// Adds the answers that any request can get outside of its handler.
pub(crate) fn complete(mut document: Document) -> Document {
    for item in document.paths.paths.values_mut() {
        let operations =
            [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        operations.into_iter().flatten().for_each(complete_operation);
    }
    document
}

fn complete_operation(operation: &mut Operation) {
    if !operation.operation_id.as_deref().is_some_and(|id| ANYBODYS.contains(&id)) {
        operation.parameters.get_or_insert_default().push(expected_user().into());
    }
    let responses = &mut operation.responses.responses;
    for statuses in ["4XX", "5XX"] {
        responses.insert(statuses.to_owned(), Ref::from_response_name("Refused").into());
    }
    for status in ["429", "503"] {
        responses.insert(status.to_owned(), with_retry_after().into());
    }
}

fn expected_user() -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    ParameterBuilder::new()
        .name(EXPECTED_USER)
        .parameter_in(ParameterIn::Header)
        .schema(Some(Schema::Object(text)))
        .description(Some(format!(
            "Whom the page shows: a member's number, or `{GUEST}`. If somebody else is logged in by \
             now, nothing is done. Without this header, the request counts for whoever is logged in"
        )))
        .build()
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
