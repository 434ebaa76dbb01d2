//! FOM modules as federates hand them over become files: unpacked, or found in a folder.

use std::fs::File;
use std::io::{Cursor, Read};

use bytes::Bytes;
use hla::{FomModule, HlaError};
use rti_fom::STANDARD_DESIGNATOR;
use zip::ZipArchive;

use crate::settings::RuntimeSettings;

/// Makes a file of a module; blocks while it reads.
///
/// # Errors
/// `CouldNotOpenFOM` when there is no file behind the module.
pub(super) fn open(module: FomModule, settings: &RuntimeSettings) -> Result<FomModule, HlaError> {
    match module {
        FomModule::File { .. } => Ok(module),
        FomModule::Compressed(archive) => unpack(&archive, settings.fom_module_bytes_max),
        // Not a module to be opened: naming it is a mistake that `rti-fom` has the answer to.
        FomModule::Url(url) if url == STANDARD_DESIGNATOR => Ok(FomModule::Url(url)),
        FomModule::Url(url) => find(url, settings),
    }
}

/// The same failure, of a MIM.
pub(super) fn of_mim(error: HlaError) -> HlaError {
    match error {
        HlaError::CouldNotOpenFOM(details) => HlaError::CouldNotOpenMIM(details),
        other => other,
    }
}

fn unpack(archive: &Bytes, bytes_max: usize) -> Result<FomModule, HlaError> {
    let refuse = |problem: String| {
        HlaError::CouldNotOpenFOM(format!(
            "the compressed module is no zip archive of one file: {problem}"
        ))
    };
    let mut archive =
        ZipArchive::new(Cursor::new(archive)).map_err(|error| refuse(error.to_string()))?;
    if archive.len() != 1 {
        return Err(refuse(format!("it has {} files", archive.len())));
    }
    let file = archive.by_index(0).map_err(|error| refuse(error.to_string()))?;
    let name = file.name().map_err(|error| refuse(error.to_string()))?.into_owned();
    let content = read_at_most(file, bytes_max).map_err(refuse)?;
    Ok(FomModule::File { name, content })
}

/// Looks a named module up in the folder of the settings, by its base name only: a federate shall
/// not read other files of the server. Separators of both worlds occur.
fn find(url: String, settings: &RuntimeSettings) -> Result<FomModule, HlaError> {
    let refuse = |problem: String| HlaError::CouldNotOpenFOM(format!("module {url}: {problem}"));
    let Some(folder) = &settings.fom_folder else {
        let problem = "send the content of the module, this server has no folder of modules";
        return Err(refuse(problem.into()));
    };
    let base = url.rsplit(['/', '\\']).next().unwrap_or_default();
    if matches!(base, "" | "." | "..") || base.contains(':') {
        return Err(refuse("names no file".into()));
    }
    let file = File::open(folder.join(base)).map_err(|error| refuse(error.to_string()))?;
    let content = read_at_most(file, settings.fom_module_bytes_max).map_err(refuse)?;
    Ok(FomModule::File { name: base.to_owned(), content })
}

/// Reads a file that may claim or turn out to be endless.
fn read_at_most(file: impl Read, bytes_max: usize) -> Result<Bytes, String> {
    let mut content = Vec::new();
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX).saturating_add(1);
    file.take(limit).read_to_end(&mut content).map_err(|error| error.to_string())?;
    if content.len() > bytes_max {
        return Err(format!("it is larger than the limit of {bytes_max} bytes"));
    }
    Ok(content.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> FomModule {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a new entry");
            writer.write_all(content).expect("memory takes it");
        }
        FomModule::Compressed(writer.finish().expect("a whole archive").into_inner().into())
    }

    fn refusal(module: FomModule, settings: &RuntimeSettings) -> String {
        open(module, settings).expect_err("no file is behind it").to_string()
    }

    #[test]
    fn an_archive_of_one_file_is_that_file() {
        let settings = RuntimeSettings::default();
        let content = "<objectModel/>".repeat(1_000);
        let module = open(archive(&[("Bay.xml", content.as_bytes())]), &settings);
        assert_eq!(module, Ok(FomModule::File { name: "Bay.xml".into(), content: content.into() }));
        assert!(refusal(archive(&[]), &settings).contains("0 files"));
        assert!(refusal(archive(&[("a", b"x"), ("b", b"y")]), &settings).contains("2 files"));
        let garbage = FomModule::Compressed(Bytes::from_static(b"PK\x03\x04 garbage"));
        assert!(refusal(garbage, &settings).starts_with("CouldNotOpenFOM"));
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_refused() {
        let settings = RuntimeSettings { fom_module_bytes_max: 10_000, ..Default::default() };
        let bomb = archive(&[("bomb.xml", &[b' '; 1_000_000])]);
        assert!(refusal(bomb, &settings).contains("larger than the limit of 10000 bytes"));
    }

    #[test]
    fn named_modules_come_from_the_folder_and_from_nowhere_else() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inside = folder.path().join("modules");
        std::fs::create_dir(&inside).expect("a new folder");
        std::fs::write(inside.join("Bay.xml"), "<x/>").expect("a new file");
        std::fs::write(folder.path().join("secret.xml"), "<x/>").expect("a new file");
        let settings = RuntimeSettings { fom_folder: Some(inside), ..Default::default() };
        let url = |url: &str| FomModule::Url(url.into());
        for name in ["Bay.xml", "gui\\Bay.xml", "file:///C:/foms/Bay.xml"] {
            let found = open(url(name), &settings);
            let bay = FomModule::File { name: "Bay.xml".into(), content: Bytes::from("<x/>") };
            assert_eq!(found, Ok(bay), "{name}");
        }
        for name in ["../secret.xml", "secret.xml", "..", "", "a/", "C:Bay.xml"] {
            assert!(refusal(url(name), &settings).starts_with("CouldNotOpenFOM"), "{name}");
        }
        assert!(refusal(url("Bay.xml"), &RuntimeSettings::default()).contains("send the content"));
    }

    #[test]
    fn the_standard_mim_is_left_to_whoever_knows_it() {
        let module = FomModule::Url(STANDARD_DESIGNATOR.into());
        assert_eq!(open(module.clone(), &RuntimeSettings::default()), Ok(module));
    }
}
