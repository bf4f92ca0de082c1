//! A ZIP archive of files: the same files give the same bytes.
//!
//! Files are in the order of their paths, compressed, and dated with the first day that an archive
//! can tell.

use super::Files;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write as _;

/// Plain files that everybody may read, as Unix writes it.
const PERMISSIONS: u32 = 0o100_644;

/// The bytes of the archive.
///
/// # Errors
/// If the files are more or longer than an archive holds.
pub fn zip(files: &Files) -> Result<Vec<u8>, rawzip::Error> {
    let first_day = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0);
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        let mut entry = archive
            .new_file(path.as_str())
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(PERMISSIONS);
        if let Some(day) = first_day {
            entry = entry.last_modified(day);
        }
        let (mut entry, config) = entry.start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(bytes).map_err(rawzip::Error::from)?;
        let (encoder, written) = writer.finish()?;
        encoder.finish().map_err(rawzip::Error::from)?;
        entry.finish(written)?;
    }
    archive.finish()
}
