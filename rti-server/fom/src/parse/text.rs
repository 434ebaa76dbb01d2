//! Octets to text: byte order marks, UTF-16, and what an XML declaration says.

/// Decodes a file. The byte order mark is not part of the text.
pub(crate) fn decode(content: &[u8]) -> Result<String, String> {
    match content {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [b'<', 0, ..] => utf16(content, u16::from_le_bytes),
        [0, b'<', ..] => utf16(content, u16::from_be_bytes),
        _ => match declared_encoding(content).as_deref() {
            None | Some("utf-8" | "utf8" | "us-ascii" | "ascii") => utf8(content),
            Some("iso-8859-1" | "latin1") => Ok(content.iter().copied().map(char::from).collect()),
            Some(other) => Err(format!("has encoding {other}; save it as UTF-8")),
        },
    }
}

fn utf8(content: &[u8]) -> Result<String, String> {
    std::str::from_utf8(content)
        .map(str::to_owned)
        .map_err(|error| format!("is not UTF-8 from octet {} on", error.valid_up_to()))
}

fn utf16(content: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let (units, rest) = content.as_chunks::<2>();
    if !rest.is_empty() {
        return Err("is UTF-16 with half a character at the end".to_owned());
    }
    char::decode_utf16(units.iter().map(|octets| unit(*octets)))
        .collect::<Result<_, _>>()
        .map_err(|_| "is UTF-16 with a surrogate that stands alone".to_owned())
}

/// The encoding in the XML declaration, in lower case.
fn declared_encoding(content: &[u8]) -> Option<String> {
    let head = content.get(..content.len().min(200))?;
    let head = String::from_utf8_lossy(head);
    let declaration = head.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value.split(quote).nth(1)?.to_ascii_lowercase())
}
