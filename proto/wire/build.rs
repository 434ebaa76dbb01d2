//! Compiles the schemas of `proto/` without `protoc`.
//!
//! Two things differ between the schema that clients see and the code generated here; neither
//! changes a byte on the wire:
//!
//! * Maps of values, and the standard messages inside the gRPC stream, become fields of type
//!   `bytes`, so what they hold stays a slice of the message it arrived in.
//! * Handles and times are read into the types of `hla` without an allocation each.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use prost::Message;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FileDescriptorSet};

/// Package of the standard's messages.
const FEDPRO: &str = ".rti1516_2025.fedpro";

/// Messages that a field holds as raw bytes instead, in every package.
const KEPT_RAW: [&str; 2] = ["AttributeHandleValueMap", "ParameterHandleValueMap"];

/// Messages that the gRPC stream holds as raw bytes, as the payload of a FedPro frame would be.
const KEPT_RAW_IN_STREAM: [&str; 4] =
    ["CallRequest", "CallResponse", "CallbackRequest", "CallbackResponse"];

/// Messages of one field `bytes data = 1` that `opaque.rs` reads by hand.
const OPAQUE: [&str; 12] = [
    "FederateHandle",
    "ObjectClassHandle",
    "AttributeHandle",
    "InteractionClassHandle",
    "ParameterHandle",
    "ObjectInstanceHandle",
    "RegionHandle",
    "DimensionHandle",
    "TransportationTypeHandle",
    "MessageRetractionHandle",
    "LogicalTime",
    "LogicalTimeInterval",
];

fn main() -> Result<(), Box<dyn Error>> {
    let protos = Path::new("..");
    let mut files: Vec<PathBuf> =
        ["datatypes.proto", "FederateAmbassador.proto", "RTIambassador.proto"]
            .map(PathBuf::from)
            .into();
    files.extend(own_schemas(protos)?);
    println!("cargo::rerun-if-changed=../fedpro");
    println!("cargo::rerun-if-changed=../busbar/v1");

    let mut compiler = protox::Compiler::new([protos.join("fedpro"), protos.to_owned()])?;
    compiler.include_source_info(true).include_imports(true).open_files(files)?;
    let mut descriptors = compiler.file_descriptor_set();

    let mut published = descriptors.clone();
    published.file.iter_mut().for_each(|file| file.source_code_info = None);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), published.encode_to_vec())?;

    keep_raw(&mut descriptors);
    generate(descriptors)
}

/// Every schema of `busbar.v1`, in a fixed order.
fn own_schemas(protos: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = Path::new("busbar").join("v1");
    let mut names = Vec::new();
    for entry in fs::read_dir(protos.join(&folder))? {
        let name = PathBuf::from(entry?.file_name());
        if name.extension().is_some_and(|extension| extension == "proto") {
            names.push(folder.join(name));
        }
    }
    names.sort();
    Ok(names)
}

fn keep_raw(descriptors: &mut FileDescriptorSet) {
    for file in &mut descriptors.file {
        let in_stream = file.package().starts_with("busbar.");
        for message in &mut file.message_type {
            keep_raw_in(message, in_stream);
        }
    }
}

fn keep_raw_in(message: &mut DescriptorProto, in_stream: bool) {
    for field in &mut message.field {
        let Some(name) = field.type_name().strip_prefix(FEDPRO).map(|name| &name[1..]) else {
            continue;
        };
        let raw = KEPT_RAW.contains(&name) || in_stream && KEPT_RAW_IN_STREAM.contains(&name);
        if raw && field.label() != Label::Repeated {
            field.set_type(Type::Bytes);
            field.type_name = None;
            // A message field has presence, and an empty map is written where the sender wrote
            // one; plain `bytes` would drop it. Fields of a `oneof` have presence anyway.
            field.proto3_optional = field.oneof_index.is_none().then_some(true);
        }
    }
    message.nested_type.iter_mut().for_each(|nested| keep_raw_in(nested, in_stream));
}

fn generate(descriptors: FileDescriptorSet) -> Result<(), Box<dyn Error>> {
    let mut config = prost_build::Config::new();
    config.bytes(["."]);
    for name in OPAQUE {
        config.extern_path(format!("{FEDPRO}.{name}"), format!("crate::opaque::{name}"));
    }
    #[cfg(any(feature = "grpc-client", feature = "grpc-server"))]
    tonic_prost_build::configure()
        .build_client(cfg!(feature = "grpc-client"))
        .build_server(cfg!(feature = "grpc-server"))
        .compile_fds_with_config(descriptors, config)?;
    #[cfg(not(any(feature = "grpc-client", feature = "grpc-server")))]
    config.compile_fds(descriptors)?;
    Ok(())
}
