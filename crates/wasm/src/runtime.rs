//! The allocator and the panic handler, which `no_std` does not bring.
//!
//! The standard library's handler would format every panic's message, which nobody reads. A trap is
//! enough for the page.

use core::panic::PanicInfo;

use rlsf::SmallGlobalTlsf;

#[global_allocator]
static HEAP: SmallGlobalTlsf = SmallGlobalTlsf::new();

#[panic_handler]
fn trap(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
