//! Clause 4: federation management.

use bytes::Bytes;
use federate_sdk::encoding::DataElement;
use hla::{Call, FomModule, ResignAction, RtiConfiguration};

use super::{Clock, Parsed, text};
use crate::names::{BOGUS, Lookup};
use crate::rti;

/// A module file that no folder holds.
const NONEXISTENT: &str = "nonexistent";

pub(super) fn parse(lookup: &mut Lookup<'_>, _: &Clock, words: &[&str]) -> Parsed {
    Ok(Some(match *words {
        ["connect"] => Call::Connect { configuration: None, credentials: None },
        ["connect", option] => connect(option)?,
        ["disconnect"] => Call::Disconnect,
        ["createFederationExecution", name, ref rest @ ..] => create(name, rest)?,
        ["destroyFederationExecution", name] => {
            Call::DestroyFederationExecution { federation_name: text(name) }
        }
        ["listFederationExecutions"] => Call::ListFederationExecutions,
        ["listFederationExecutionMembers", name] => {
            Call::ListFederationExecutionMembers { federation_name: text(name) }
        }
        ["joinFederationExecution", name, kind, federation, ref modules @ ..] => {
            let modules: Vec<_> =
                modules.iter().map(|name| module(name)).collect::<Result<_, _>>()?;
            Call::JoinFederationExecution {
                federate_name: (name != "-").then(|| text(name)),
                federate_type: text(kind),
                federation_name: text(federation),
                additional_fom_modules: (!modules.is_empty()).then_some(modules),
            }
        }
        ["resignFederationExecution" | "resign", action] => {
            Call::ResignFederationExecution { action: resign_action(action)? }
        }
        ["registerFederationSynchronizationPoint", label, ref rest @ ..] => {
            register_synchronization_point(lookup, label, rest)?
        }
        ["synchronizationPointAchieved", label, ref rest @ ..] => {
            let successfully = match rest {
                [] | ["true"] => true,
                ["false"] => false,
                _ => return Ok(None),
            };
            Call::SynchronizationPointAchieved { label: text(label), successfully }
        }
        _ => return Ok(None),
    }))
}

/// `registerFederationSynchronizationPoint p #tag F1 F2`; `{}` is a set with nobody in it.
fn register_synchronization_point(
    lookup: &mut Lookup<'_>,
    label: &str,
    words: &[&str],
) -> Result<Call, String> {
    let (tags, members): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with('#'));
    let tag = tags.first().map(|tag| Bytes::copy_from_slice(&tag.as_bytes()[1..]));
    let synchronization_set = match members.as_slice() {
        [] => None,
        ["{}"] => Some(Vec::new()),
        members => {
            let members = members.iter().map(|member| lookup.federate(member));
            Some(members.collect::<Result<_, _>>()?)
        }
    };
    Ok(Call::RegisterFederationSynchronizationPoint {
        label: text(label),
        tag: tag.unwrap_or_default(),
        synchronization_set,
    })
}

/// `createFederationExecution N T.xml mim=M.xml time=HLAinteger64Time`.
fn create(name: &str, words: &[&str]) -> Result<Call, String> {
    let option = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
    let modules = words.iter().filter(|word| !word.contains('='));
    Ok(Call::CreateFederationExecution {
        federation_name: text(name),
        fom_modules: modules.map(|name| module(name)).collect::<Result<_, _>>()?,
        mim_module: option("mim=").map(module).transpose()?,
        logical_time_implementation_name: option("time=").map(text),
    })
}

/// `connect settings=..`, `connect password=..` or `connect credentials=KIND`.
fn connect(option: &str) -> Result<Call, String> {
    let (key, value) = option.split_once('=').ok_or(format!("{option} is not NAME=VALUE"))?;
    let credentials =
        |kind: &str, data: Bytes| Some(hla::Credentials { kind: kind.to_owned(), data });
    Ok(match key {
        "settings" => {
            let additional_settings = value.to_owned();
            let configuration = RtiConfiguration { additional_settings, ..Default::default() };
            Call::Connect { configuration: Some(configuration), credentials: None }
        }
        "password" => {
            let password = value.to_owned().to_bytes();
            let credentials = credentials("HLAplainTextPassword", password);
            Call::Connect { configuration: None, credentials }
        }
        "credentials" => {
            Call::Connect { configuration: None, credentials: credentials(value, Bytes::new()) }
        }
        _ => return Err(format!("{key} is no option of connect")),
    })
}

fn module(name: &str) -> Result<FomModule, String> {
    match name {
        NONEXISTENT | "HLAstandardMIM" => Ok(FomModule::Url(name.to_owned())),
        "broken" => Ok(FomModule::File {
            name: "broken.xml".to_owned(),
            content: Bytes::from_static(b"<objectModel><objects></objectModel>"),
        }),
        "text" => Ok(FomModule::File {
            name: "text.xml".to_owned(),
            content: Bytes::from_static(b"this is no object model"),
        }),
        "standard" => Ok(FomModule::File {
            name: "MIM.xml".to_owned(),
            content: Bytes::from_static(rti_fom::standard_mim(hla::Edition::Hla4).as_bytes()),
        }),
        "extended" => {
            // A class below the root, which is the last to end.
            let standard = rti_fom::standard_mim(hla::Edition::Hla4);
            let end = standard.split_once("</objects>").map_or(0, |(objects, _)| objects.len());
            let end = standard[..end].rfind("</objectClass>").ok_or("no object class")?;
            let class = "<objectClass><name>Extension</name></objectClass>";
            let text = format!("{}{class}{}", &standard[..end], &standard[end..]);
            Ok(FomModule::File { name: "Extended.xml".to_owned(), content: text.into() })
        }
        "null" => Ok(FomModule::Url(String::new())),
        file => rti::module(file),
    }
}

/// An action as scenarios.tsv spells it; `bogus` is none.
pub(super) fn resign_action(word: &str) -> Result<Option<ResignAction>, String> {
    Ok(Some(match word {
        "UNCONDITIONALLY_DIVEST_ATTRIBUTES" => ResignAction::UnconditionallyDivestAttributes,
        "DELETE_OBJECTS" => ResignAction::DeleteObjects,
        "CANCEL_PENDING_OWNERSHIP_ACQUISITIONS" => ResignAction::CancelPendingOwnershipAcquisitions,
        "DELETE_OBJECTS_THEN_DIVEST" => ResignAction::DeleteObjectsThenDivest,
        "CANCEL_THEN_DELETE_THEN_DIVEST" => ResignAction::CancelThenDeleteThenDivest,
        "NO_ACTION" => ResignAction::NoAction,
        BOGUS => return Ok(None),
        _ => return Err(format!("{word} is no resign action")),
    }))
}
