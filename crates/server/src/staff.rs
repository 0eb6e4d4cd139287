//! Members of staff, their second factors, and the tokens of programs.

pub mod passkeys;
pub mod records;
pub mod routes;
pub mod sql;
