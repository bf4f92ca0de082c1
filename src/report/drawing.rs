//! Boards drawn as vector pictures for the statement: small PDF files that LaTeX includes.
//!
//! The format is that of ISO 32000: a catalog, one page as large as the board, its content and
//! one of the fonts that every reader has. Nothing is compressed and nothing is dated, so that
//! equal boards are equal files.

use crate::game::board::{Board, tile_value};
use std::fmt::Write as _;

/// The side of a cell, in points.
const CELL: f64 = 24.0;

/// The gap around cells, in points.
const GAP: f64 = 2.0;

/// The colour of a tile born last, as red, green and blue.
const BLUE: &str = "0.05 0.25 0.85";

/// The PDF file of a board; the tile in the cell `newborn` is blue.
#[must_use]
pub fn pdf(board: &Board, newborn: Option<usize>) -> String {
    let content = content(board, newborn);
    let side = side(board);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {side} {side}] /Contents 4 0 R \
             /Resources << /Font << /F 5 0 R >> >> >>"
        ),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let table = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ = write!(
        out,
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    );
    out
}

/// The side of the picture, in points.
fn side(board: &Board) -> f64 {
    (0..board.size().side()).map(|_| CELL + GAP).sum::<f64>() + GAP
}

/// The page's content: a ground, a square for each cell, the tiles' numbers.
fn content(board: &Board, newborn: Option<usize>) -> String {
    let side = side(board);
    let mut out = format!("0.45 0.45 0.45 rg 0 0 {side} {side} re f\n");
    let (mut x, mut y) = (GAP, side - GAP - CELL);
    for (cell, &rank) in board.ranks().iter().enumerate() {
        if cell > 0 && cell % board.size().side() == 0 {
            (x, y) = (GAP, y - GAP - CELL);
        }
        let ground = if rank == 0 { "0.9 0.9 0.9" } else { "1 1 1" };
        let _ = writeln!(out, "{ground} rg {x} {y} {CELL} {CELL} re f");
        if rank > 0 {
            let ink = if newborn == Some(cell) { BLUE } else { "0 0 0" };
            out.push_str(&number(&label(rank), ink, x, y));
        }
        x += CELL + GAP;
    }
    out
}

/// A number in the middle of the cell whose lower left corner is at `x`, `y`.
fn number(label: &Label, ink: &str, x: f64, y: f64) -> String {
    // Digits of this font are 0.556 of its size wide and 0.72 of it high.
    const WIDE: f64 = 0.556;
    const HIGH: f64 = 0.72;
    let Label { base, power } = label;
    let digits = |text: &str| text.bytes().fold(0.0, |width, _| width + WIDE);
    let wide = digits(base) + 0.6 * digits(power);
    let size = (0.9 * CELL / wide).min(14.0);
    let left = x + (CELL - size * wide) / 2.0;
    let low = y + (CELL - size * HIGH) / 2.0;
    let mut out = format!("BT {ink} rg /F {size:.2} Tf {left:.2} {low:.2} Td ({base}) Tj ET\n");
    if !power.is_empty() {
        let (size, rise) = (0.6 * size, 0.45 * size);
        let (left, low) = (left + size / 0.6 * digits(base), low + rise);
        let _ = writeln!(out, "BT {ink} rg /F {size:.2} Tf {left:.2} {low:.2} Td ({power}) Tj ET");
    }
    out
}

/// How a tile is written: a number, or a power of two if that is long.
struct Label {
    base: String,
    power: String,
}

fn label(rank: u8) -> Label {
    if rank < 14 {
        Label { base: tile_value(rank).to_string(), power: String::new() }
    } else {
        Label { base: "2".to_owned(), power: rank.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    fn board() -> Board {
        Board::from_ranks(Size::new(2).unwrap(), &[0, 1, 50, 11]).unwrap()
    }

    /// Each object stands where the table of places says, and the content is as long as it says.
    #[test]
    fn the_places_are_true() {
        let pdf = pdf(&board(), Some(1));
        let table = pdf.split("startxref\n").nth(1).unwrap().lines().next().unwrap();
        let table: usize = table.parse().unwrap();
        assert!(pdf[table..].starts_with("xref\n0 6\n"));
        let entries = pdf[table..].lines().skip(3).take(5);
        for (index, entry) in entries.enumerate() {
            let place: usize = entry[..10].parse().unwrap();
            assert!(pdf[place..].starts_with(&format!("{} 0 obj\n", index + 1)), "{entry}");
        }
        let length: usize =
            pdf.split("/Length ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let stream = pdf.split("stream\n").nth(1).unwrap();
        assert_eq!(&stream[length..], "end");
    }

    #[test]
    fn tiles_are_written_and_the_newborn_is_blue() {
        let pdf = pdf(&board(), Some(1));
        let texts: Vec<&str> =
            pdf.split(" Td (").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
        assert_eq!(texts, ["2", "2", "50", "2048"]);
        let blue: Vec<&str> = pdf.lines().filter(|line| line.contains(BLUE)).collect();
        assert_eq!(blue.len(), 1);
        assert!(blue[0].ends_with("(2) Tj ET"));
    }
}
