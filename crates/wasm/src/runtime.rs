//! What the standard library would bring: a heap, and an end to what cannot go on.
//!
//! Its own would word every panic, though nobody is there to read it; a trap tells the page as much.

use core::panic::PanicInfo;

use rlsf::SmallGlobalTlsf;

#[global_allocator]
static HEAP: SmallGlobalTlsf = SmallGlobalTlsf::new();

#[panic_handler]
fn trap(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
