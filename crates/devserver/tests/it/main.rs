//! The server as its visitors meet it: through the router, and once through a real socket.

#[cfg(test)]
mod caching;
#[cfg(test)]
mod lanes;
#[cfg(test)]
mod live;
#[cfg(test)]
mod odd_paths;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod program;
#[cfg(test)]
mod running;
#[cfg(test)]
mod security;
#[cfg(test)]
mod support;
