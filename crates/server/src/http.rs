//! What every route needs: who asks, what they sent, how often they may, and how they are refused.

pub mod answer;
pub mod client_ip;
pub mod cookies;
pub mod extract;
pub mod limits;
pub mod networks;
pub mod no_script_forms;
pub mod no_script_page;
pub mod openapi;
pub mod operation;
pub mod origin;
pub mod readiness;
pub mod refusal;
