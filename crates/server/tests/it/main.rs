//! The interface as its pages meet it: through the router, without a socket, and with a clock whose
//! hands the tests move. Each file is an idea.

#[cfg(test)]
mod copies;
#[cfg(test)]
mod description;
#[cfg(test)]
mod erasures;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod forwards;
#[cfg(test)]
mod history;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod login;
#[cfg(test)]
mod logs;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod other_sites;
#[cfg(test)]
mod points;
#[cfg(test)]
mod problems;
#[cfg(test)]
mod program;
#[cfg(test)]
mod referrals;
#[cfg(test)]
mod second_factor;
#[cfg(test)]
mod sending;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod support;
#[cfg(test)]
mod sweeping;
#[cfg(test)]
mod webhooks;
