//! QR codes.

use api::QrCode;
use qrcode::{Color, EcLevel, QrCode as Squares};

/// The margin on each side, in units (ISO/IEC 18004).
const MARGIN: usize = 4;

/// The QR code of an address. It is empty if the address is longer than a code can hold, which no link's is.
pub(crate) fn of(address: &str) -> QrCode {
    let Ok(squares) = Squares::with_error_correction_level(address, EcLevel::M) else {
        return QrCode { side: 0, path: String::new() };
    };
    let width = squares.width();
    let mut path = String::new();
    for (y, row) in squares.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                path += &format!("M{} {}h{}v1h-{}z", x + MARGIN, y + MARGIN, run.len(), run.len());
            }
            x += run.len();
        }
    }
    QrCode { side: u32::try_from(width + 2 * MARGIN).unwrap_or_default(), path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_within_the_margin() {
        let QrCode { side, path } = of("https://www.company.example/r/K7QM2XTD");
        assert_eq!(side, 29 + 8);
        for corner in ["M4 4h7v1h-7z", "M26 4h7v1h-7z", "M4 26h7v1h-7z"] {
            assert!(path.contains(corner), "{corner}: {path}");
        }
        assert!(!path.contains("M4 36"), "the margin is free");
        assert_ne!(path, of("https://www.company.example/r/K7QM2XTE").path);
    }

    #[test]
    fn what_no_code_can_hold_has_none() {
        assert_eq!(of(&"x".repeat(5_000)), QrCode { side: 0, path: String::new() });
    }
}
