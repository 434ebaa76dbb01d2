//! The schema against the tables of the standard's messages, row by row, in both directions.

use std::collections::BTreeSet;

use prost::Message;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet};

const MESSAGES: &str = include_str!("../testdata/messages.tsv");
const ENUMS: &str = include_str!("../testdata/enums.tsv");
const PACKAGE: &str = "rti1516_2025.fedpro";

fn schema() -> Vec<FileDescriptorProto> {
    let set = FileDescriptorSet::decode(hla_wire::FILE_DESCRIPTOR_SET).expect("built by prost");
    set.file.into_iter().filter(|file| file.package() == PACKAGE).collect()
}

fn rows(table: &str) -> BTreeSet<String> {
    let rows: Vec<_> = table.lines().skip(1).map(str::to_owned).collect();
    let unique: BTreeSet<_> = rows.iter().cloned().collect();
    assert_eq!(unique.len(), rows.len(), "no row occurs twice");
    unique
}

fn type_name(field: &FieldDescriptorProto) -> String {
    let kind = match field.r#type() {
        Type::Message => "message",
        Type::Enum => "enum",
        Type::Bool => return "bool".into(),
        Type::Bytes => return "bytes".into(),
        Type::Double => return "double".into(),
        Type::String => return "string".into(),
        Type::Uint32 => return "uint32".into(),
        other => panic!("{}: the standard uses no {other:?}", field.name()),
    };
    let prefix = format!(".{PACKAGE}.");
    let name = field.type_name().strip_prefix(&prefix).expect("types are of the package");
    format!("{kind} {name}")
}

fn label(message: &DescriptorProto, field: &FieldDescriptorProto) -> (String, &'static str) {
    assert!(!field.proto3_optional(), "{}", field.name());
    match (field.oneof_index, field.label()) {
        (Some(index), _) => (format!("oneof {}", message.oneof_decl[index as usize].name()), "-"),
        (None, Label::Repeated) => ("repeated".into(), "n/a"),
        (None, _) => ("singular".into(), "-"),
    }
}

/// The rows that the table would have for a message.
fn rows_of(file: &FileDescriptorProto, message: &DescriptorProto) -> Vec<String> {
    let head = format!("{}\t{PACKAGE}\t{}", file.name(), message.name());
    if message.field.is_empty() {
        return vec![format!("{head}\t-\t-\t-\t(no fields)\t-\t-")];
    }
    let row = |field: &FieldDescriptorProto| {
        let (label, packed) = label(message, field);
        let columns = [
            head.as_str(),
            field.name(),
            &field.number().to_string(),
            &type_name(field),
            &label,
            field.json_name(),
            packed,
        ];
        columns.join("\t")
    };
    message.field.iter().map(row).collect()
}

#[test]
fn every_message_and_field_is_the_standards_and_none_is_missing() {
    let files = schema();
    let messages: Vec<_> =
        files.iter().flat_map(|file| file.message_type.iter().map(move |m| (file, m))).collect();
    assert_eq!(messages.len(), 470);
    let built: BTreeSet<_> = messages.iter().flat_map(|(file, m)| rows_of(file, m)).collect();
    assert_eq!(built, rows(MESSAGES));
}

#[test]
fn every_enumeration_is_the_standards_and_none_is_missing() {
    let files = schema();
    let enums: Vec<_> =
        files.iter().flat_map(|file| file.enum_type.iter().map(move |e| (file, e))).collect();
    assert_eq!(enums.len(), 10);
    let row = |(file, e): (&FileDescriptorProto, &prost_types::EnumDescriptorProto)| {
        let head = format!("{}\t{PACKAGE}\t{}", file.name(), e.name());
        let value = |v: &prost_types::EnumValueDescriptorProto| {
            format!("{head}\t{}\t{}", v.name(), v.number())
        };
        e.value.iter().map(value).collect::<Vec<_>>()
    };
    let built: BTreeSet<_> = enums.into_iter().flat_map(row).collect();
    assert_eq!(built, rows(ENUMS));
}

#[test]
fn the_files_hold_nothing_else() {
    let files = schema();
    assert_eq!(
        files.iter().map(FileDescriptorProto::name).collect::<BTreeSet<_>>(),
        BTreeSet::from(["datatypes.proto", "FederateAmbassador.proto", "RTIambassador.proto"])
    );
    for file in &files {
        assert_eq!(file.syntax(), "proto3");
        assert!(file.service.is_empty() && file.extension.is_empty(), "{}", file.name());
        let options = file.options.clone().unwrap_or_default();
        assert!(options.java_multiple_files() && !options.java_package().is_empty());
        for message in &file.message_type {
            assert!(message.nested_type.is_empty() && message.enum_type.is_empty());
            assert!(message.reserved_range.is_empty() && message.reserved_name.is_empty());
        }
    }
}

/// What clients of the gRPC stream see is the standard's message, although we keep it as bytes.
#[test]
fn the_stream_is_typed_for_clients() {
    let set = FileDescriptorSet::decode(hla_wire::FILE_DESCRIPTOR_SET).expect("built by prost");
    let gateway = set.file.iter().find(|file| file.name() == "busbar/v1/gateway.proto");
    let gateway = gateway.expect("part of the set");
    let type_of = |message: &str, field: &str| {
        let message = gateway.message_type.iter().find(|m| m.name() == message)?;
        let field = message.field.iter().find(|f| f.name() == field)?;
        Some(field.type_name().to_owned())
    };
    for (message, field, expected) in [
        ("ClientMessage", "call_request", "CallRequest"),
        ("CallbackAnswer", "response", "CallbackResponse"),
        ("CallAnswer", "response", "CallResponse"),
        ("ServerMessage", "callback_request", "CallbackRequest"),
    ] {
        assert_eq!(type_of(message, field), Some(format!(".{PACKAGE}.{expected}")));
    }
}
