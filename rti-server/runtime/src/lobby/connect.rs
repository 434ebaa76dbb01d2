//! Connecting: credentials, and what becomes of additional settings (PROTOCOL 6.1).

use bytes::Buf;
use hla::{
    AdditionalSettingsResult, ConfigurationResult, Credentials, Edition, HlaError, RtiConfiguration,
};

use super::Connection;
use crate::settings::Password;

const NO_CREDENTIALS: &str = "HLAnoCredentials";
const PLAIN_TEXT_PASSWORD: &str = "HLAplainTextPassword";

/// The setting by which a client library says which edition's API it offers.
const API_VERSION: &str = "API.version";

/// Lets in whoever the settings let in.
///
/// # Errors
/// `InvalidCredentials` when they cannot be understood, `Unauthorized` when they do not suffice.
pub(super) fn check_credentials(
    required: Option<&Password>,
    given: Option<Credentials>,
) -> Result<(), HlaError> {
    let given = match given {
        None => None,
        Some(credentials) => match credentials.kind.as_str() {
            // An empty type is what a client sends that has credentials and says nothing by them.
            NO_CREDENTIALS | "" if credentials.data.is_empty() => None,
            PLAIN_TEXT_PASSWORD => Some(unicode_string(&credentials.data)?),
            kind => {
                return Err(HlaError::InvalidCredentials(format!(
                    "credentials of type {kind:?} with {} bytes are not understood, use \
                     {NO_CREDENTIALS} or {PLAIN_TEXT_PASSWORD}",
                    credentials.data.len()
                )));
            }
        },
    };
    match (required, given) {
        (None, _) => Ok(()),
        (Some(password), Some(given)) if password.is(&given) => Ok(()),
        (Some(_), Some(_)) => {
            Err(HlaError::Unauthorized("the password is not the right one".into()))
        }
        (Some(_), None) => Err(HlaError::Unauthorized(format!(
            "a password is required, connect with {PLAIN_TEXT_PASSWORD}"
        ))),
    }
}

/// Reads an `HLAunicodeString`: a count of UTF-16 units, then the units, all big-endian.
fn unicode_string(mut octets: &[u8]) -> Result<String, HlaError> {
    let malformed = || {
        HlaError::InvalidCredentials(format!(
            "the data of {PLAIN_TEXT_PASSWORD} is no HLAunicodeString"
        ))
    };
    let count = octets.try_get_u32().map_err(|_| malformed())?;
    if octets.len() as u64 != u64::from(count) * 2 {
        return Err(malformed());
    }
    let units: Vec<_> =
        octets.chunks_exact(2).map(|mut unit| unit.try_get_u16().unwrap_or_default()).collect();
    String::from_utf16(&units).map_err(|_| malformed())
}

/// Takes what the configuration says that this server understands; there are no named
/// configurations, and the address was the client's business.
pub(super) fn read_settings(configuration: &RtiConfiguration) -> Connection {
    let mut edition = Edition::default();
    let mut unknown = Vec::new();
    let mut malformed = Vec::new();
    let entries = configuration.additional_settings.split([',', '\n', '\r']).map(str::trim);
    for entry in entries.filter(|entry| !entry.is_empty()) {
        match entry.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
            None | Some(("", _)) => malformed.push(entry),
            Some((API_VERSION, "IEEE 1516-2010")) => edition = Edition::Evolved2010,
            Some((API_VERSION, "IEEE 1516-2025")) => edition = Edition::Hla4,
            Some(_) => unknown.push(entry),
        }
    }
    let nothing_asked = configuration.additional_settings.trim().is_empty();
    let (additional_settings, message) = if !malformed.is_empty() {
        let entries = malformed.join(", ");
        (AdditionalSettingsResult::FailedToParse, format!("not of the form name=value: {entries}"))
    } else if !unknown.is_empty() {
        (AdditionalSettingsResult::Ignored, format!("not known here: {}", unknown.join(", ")))
    } else if nothing_asked {
        (AdditionalSettingsResult::Ignored, String::new())
    } else {
        (AdditionalSettingsResult::Applied, String::new())
    };
    let result = ConfigurationResult {
        configuration_used: false,
        address_used: false,
        additional_settings,
        message,
    };
    Connection { edition, result }
}

#[cfg(test)]
mod tests {
    use bytes::{BufMut, Bytes, BytesMut};

    use super::*;

    fn credentials(kind: &str, data: impl Into<Bytes>) -> Option<Credentials> {
        Some(Credentials { kind: kind.into(), data: data.into() })
    }

    fn password(text: &str) -> Option<Credentials> {
        let mut data = BytesMut::new();
        data.put_u32(text.encode_utf16().count() as u32);
        text.encode_utf16().for_each(|unit| data.put_u16(unit));
        credentials(PLAIN_TEXT_PASSWORD, data)
    }

    fn outcome(required: Option<&str>, given: Option<Credentials>) -> &'static str {
        let required = required.map(Password::new);
        match check_credentials(required.as_ref(), given) {
            Ok(()) => "granted",
            Err(error) => error.exception_name(),
        }
    }

    #[test]
    fn a_required_password_is_required() {
        let required = Some("Umspannwerk ☂");
        assert_eq!(outcome(required, password("Umspannwerk ☂")), "granted");
        assert_eq!(outcome(required, password("Umspannwerk")), "Unauthorized");
        assert_eq!(outcome(required, password("")), "Unauthorized");
        assert_eq!(outcome(required, credentials(NO_CREDENTIALS, "")), "Unauthorized");
        assert_eq!(outcome(required, None), "Unauthorized");
    }

    #[test]
    fn credentials_that_cannot_be_understood_are_invalid() {
        for required in [None, Some("secret")] {
            assert_eq!(outcome(required, credentials("X509", "cert")), "InvalidCredentials");
            assert_eq!(outcome(required, credentials(NO_CREDENTIALS, "x")), "InvalidCredentials");
            for data in [&b""[..], b"\0\0\0\x02\0a", b"\0\0\0\x01\0", b"\0\0\0\x01\xd8\0"] {
                let given = credentials(PLAIN_TEXT_PASSWORD, data);
                assert_eq!(outcome(required, given), "InvalidCredentials", "{data:?}");
            }
        }
        assert_eq!(outcome(None, password("anything")), "granted");
        assert_eq!(outcome(None, None), "granted");
    }

    #[test]
    fn the_captured_password_is_read() {
        // PROTOCOL 9.2, sent by the C++ client.
        let data = b"\0\0\0\x06\0s\0e\0c\0r\0e\0t";
        assert_eq!(outcome(Some("secret"), credentials(PLAIN_TEXT_PASSWORD, &data[..])), "granted");
    }

    #[test]
    fn settings_are_applied_ignored_or_malformed() {
        use AdditionalSettingsResult::{Applied, FailedToParse, Ignored};
        let cases = [
            ("", Ignored, Edition::Hla4),
            ("API.version=IEEE 1516-2010", Applied, Edition::Evolved2010),
            ("API.version=IEEE 1516-2025\n", Applied, Edition::Hla4),
            ("vendor.x=1", Ignored, Edition::Hla4),
            ("API.version=IEEE 1516-2010\r\nvendor.x=1", Ignored, Edition::Evolved2010),
            ("vendor.x=1,nonsense", FailedToParse, Edition::Hla4),
            ("=1", FailedToParse, Edition::Hla4),
        ];
        for (text, expected, edition) in cases {
            let configuration =
                RtiConfiguration { additional_settings: text.into(), ..Default::default() };
            let connection = read_settings(&configuration);
            assert_eq!(connection.result.additional_settings, expected, "{text:?}");
            assert_eq!(connection.edition, edition, "{text:?}");
            assert!(!connection.result.configuration_used && !connection.result.address_used);
        }
    }
}
