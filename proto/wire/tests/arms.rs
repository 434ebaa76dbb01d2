//! Every request, response and callback of the standard, there and back.
//!
//! The messages are made from the published schema with a value in every field, so no row of our
//! tables can be missing, read the wrong field or forget one; which messages there are, and of
//! which service, is taken from the table of services.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use bytes::{BufMut, Bytes, BytesMut};
use hla_wire::{RequestArm, from_wire, to_wire};
use prost::Message;
use prost::encoding::{WireType, encode_key, encode_varint};
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};

const SERVICES: &str = include_str!("../testdata/services.tsv");

struct Service {
    arm: u32,
    method: String,
    request: String,
    response: String,
}

fn services(kind: &str) -> Vec<Service> {
    let service = |line: &str| {
        let columns: Vec<_> = line.split('\t').collect();
        (columns[0] == kind).then(|| Service {
            arm: columns[1].parse().expect("a number"),
            method: columns[3].into(),
            request: columns[4].into(),
            response: columns[5].into(),
        })
    };
    SERVICES.lines().skip(1).filter_map(service).collect()
}

/// The published schema, and a counter that makes every value another one.
struct Sampler {
    messages: BTreeMap<String, DescriptorProto>,
    counter: u32,
}

impl Sampler {
    fn new() -> Self {
        let set = FileDescriptorSet::decode(hla_wire::FILE_DESCRIPTOR_SET).expect("built by prost");
        let fedpro = set.file.into_iter().filter(|f| f.package() == "rti1516_2025.fedpro");
        let messages =
            fedpro.flat_map(|file| file.message_type).map(|m| (m.name().to_owned(), m)).collect();
        Self { messages, counter: 0 }
    }

    /// Number and message name of each member of the `oneof` that `message` consists of.
    fn members(&self, message: &str) -> BTreeMap<u32, String> {
        let field = |field: &FieldDescriptorProto| (field.number() as u32, name_of(field).into());
        self.messages[message].field.iter().map(field).collect()
    }

    /// An encoded message with a value in every field; of alternatives one after the other.
    fn full(&mut self, message: &str) -> Vec<u8> {
        let mut fields = self.messages[message].field.clone();
        fields.sort_by_key(FieldDescriptorProto::number);
        let alternatives = fields.iter().filter(|field| field.oneof_index.is_some()).count();
        let chosen = self.counter as usize % alternatives.max(1);
        let mut alternative = 0;
        let mut out = Vec::new();
        for field in &fields {
            if field.oneof_index.is_some() {
                alternative += 1;
                if alternative != chosen + 1 {
                    continue;
                }
            }
            for _ in 0..if field.label() == Label::Repeated { 2 } else { 1 } {
                self.field(message, field, &mut out);
            }
        }
        out
    }

    fn field(&mut self, message: &str, field: &FieldDescriptorProto, out: &mut Vec<u8>) {
        self.counter += 1;
        let number = field.number() as u32;
        let delimited = match field.r#type() {
            Type::Bool | Type::Enum => {
                encode_key(number, WireType::Varint, out);
                return out.put_u8(1);
            }
            Type::Uint32 => {
                encode_key(number, WireType::Varint, out);
                return encode_varint(self.counter.into(), out);
            }
            Type::Double => {
                encode_key(number, WireType::SixtyFourBit, out);
                return out.put_f64_le(self.counter.into());
            }
            Type::String => format!("{}-{}", field.name(), self.counter).into_bytes(),
            Type::Bytes => match message {
                "LogicalTime"
                | "LogicalTimeInterval"
                | "ObjectInstanceHandle"
                | "MessageRetractionHandle" => u64::from(self.counter).to_be_bytes().into(),
                _ if message.ends_with("Handle") => self.counter.to_be_bytes().into(),
                _ => format!("{}-{}", field.name(), self.counter).into_bytes(),
            },
            Type::Message => self.full(name_of(field)),
            other => panic!("the standard uses no {other:?}"),
        };
        encode_delimited(number, &delimited, out);
    }
}

fn name_of(field: &FieldDescriptorProto) -> &str {
    field.type_name().rsplit('.').next().expect("a name")
}

fn encode_delimited(number: u32, octets: &[u8], out: &mut Vec<u8>) {
    encode_key(number, WireType::LengthDelimited, out);
    encode_varint(octets.len() as u64, out);
    out.put_slice(octets);
}

fn wrapped(number: u32, octets: &[u8]) -> Bytes {
    let mut out = Vec::new();
    encode_delimited(number, octets, &mut out);
    out.into()
}

fn variant(value: &impl Debug) -> String {
    format!("{value:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[test]
fn all_178_requests_are_calls_and_are_written_as_they_came() {
    let mut sampler = Sampler::new();
    let members = sampler.members("CallRequest");
    let mut seen = BTreeSet::new();
    for service in services("call") {
        assert_eq!(members.get(&service.arm), Some(&service.request));
        let request = wrapped(service.arm, &sampler.full(&service.request));
        let (arm, call) = from_wire::call(request.clone()).expect(&service.request);
        assert_eq!(arm, RequestArm(service.arm));
        let (request_name, call_name) =
            (service.request.to_lowercase(), variant(&call).to_lowercase());
        assert!(request_name.starts_with(&call_name), "{}: {call:?}", service.request);
        // Where the service has variants ("...WithRegions"), one name stands for them.
        let name = call.service_name();
        assert!(service.method.starts_with(name), "{}: {name}", service.method);

        let mut written = BytesMut::new();
        assert_eq!(to_wire::call(&call, &mut written), arm, "{call:?}");
        assert_eq!(written, request, "{call:?}");
        assert_eq!(from_wire::call(written.freeze()), Ok((arm, call)));
        seen.insert(service.arm);
    }
    assert_eq!(seen, (1..=178).collect());
    assert_eq!(members.len(), 178);
}

#[test]
fn all_178_responses_are_replies_and_are_written_to_their_request() {
    let mut sampler = Sampler::new();
    let members = sampler.members("CallResponse");
    let mut seen = BTreeSet::new();
    for service in services("call") {
        assert_eq!(members.get(&(service.arm + 1)), Some(&service.response));
        let response = wrapped(service.arm + 1, &sampler.full(&service.response));
        let result = from_wire::response(response.clone()).expect(&service.response);
        let reply = result.as_ref().expect("no exception");
        let request = wrapped(service.arm, &sampler.full(&service.request));
        let (arm, call) = from_wire::call(request).expect(&service.request);
        assert_eq!(variant(reply), variant(&call));

        let mut written = BytesMut::new();
        to_wire::response(arm, &result, &mut written);
        assert_eq!(written, response, "{reply:?}");
        assert_eq!(from_wire::response(written.freeze()), Ok(result));
        seen.insert(service.arm);
    }
    assert_eq!(seen, (1..=178).collect());
    assert_eq!(members.len(), 179, "and the exception");
}

#[test]
fn all_62_callbacks_are_written_as_they_came() {
    let mut sampler = Sampler::new();
    let members = sampler.members("CallbackRequest");
    let mut seen = BTreeSet::new();
    for service in services("callback") {
        assert_eq!(members.get(&service.arm), Some(&service.request));
        let request = wrapped(service.arm, &sampler.full(&service.request));
        let callback = from_wire::callback(request.clone()).expect(&service.request);
        assert_eq!(service.method, callback.service_name());

        let mut written = BytesMut::new();
        to_wire::callback(&callback, &mut written);
        assert_eq!(written, request, "{callback:?}");
        assert_eq!(from_wire::callback(written.freeze()), Ok(callback));
        seen.insert(service.arm);
    }
    assert_eq!(seen, (1..=62).collect());
    assert_eq!(members.len(), 62);
}

/// Nothing in any field: still a call, and what it is written as is the same call.
#[test]
fn messages_without_any_field_are_messages() {
    for arm in 1..=178 {
        let (_, call) = from_wire::call(wrapped(arm, &[])).expect("a call");
        let mut written = BytesMut::new();
        to_wire::call(&call, &mut written);
        assert_eq!(from_wire::call(written.freeze()).map(|(_, call)| call), Ok(call));

        let result = from_wire::response(wrapped(arm + 1, &[])).expect("a response");
        let mut written = BytesMut::new();
        to_wire::response(RequestArm(arm), &result, &mut written);
        assert_eq!(from_wire::response(written.freeze()), Ok(result));
    }
    for arm in 1..=62 {
        let callback = from_wire::callback(wrapped(arm, &[])).expect("a callback");
        let mut written = BytesMut::new();
        to_wire::callback(&callback, &mut written);
        assert_eq!(from_wire::callback(written.freeze()), Ok(callback));
    }
}

/// Cut anywhere, a message is an error or another message, never a panic.
#[test]
fn messages_cut_short_do_no_harm() {
    let mut sampler = Sampler::new();
    for service in services("call") {
        let request = wrapped(service.arm, &sampler.full(&service.request));
        for length in 0..request.len() {
            assert!(from_wire::call(request.slice(..length)).is_err(), "{}", service.request);
        }
    }
    for service in services("callback") {
        let request = wrapped(service.arm, &sampler.full(&service.request));
        for length in 0..request.len() {
            assert!(from_wire::callback(request.slice(..length)).is_err(), "{}", service.request);
        }
    }
}

/// With any octet another one, a message is an error or another message that can be written.
#[test]
fn messages_with_a_wrong_octet_do_no_harm() {
    let mut sampler = Sampler::new();
    for service in services("call") {
        let request = wrapped(service.arm, &sampler.full(&service.request));
        for index in 0..request.len() {
            for wrong in [0x00, 0x7f, 0xff] {
                let mut octets = request.to_vec();
                octets[index] = wrong;
                let Ok((_, call)) = from_wire::call(octets.into()) else { continue };
                let mut written = BytesMut::new();
                to_wire::call(&call, &mut written);
                assert_eq!(from_wire::call(written.freeze()).map(|(_, call)| call), Ok(call));
            }
        }
    }
}

/// Tags and values are what arrived, not copies of it.
#[test]
fn values_are_slices_of_the_frame() {
    let mut sampler = Sampler::new();
    let request = wrapped(63, &sampler.full("UpdateAttributeValuesWithTimeRequest"));
    let bounds = request.as_ptr_range();
    let (_, call) = from_wire::call(request.clone()).expect("a call");
    let hla::Call::UpdateAttributeValues { values, tag, .. } = call else { panic!("{call:?}") };
    assert_eq!(values.len(), 2);
    for octets in values.iter().map(|(_, value)| value).chain([tag]) {
        assert!(!octets.is_empty());
        assert!(bounds.contains(&octets.as_ptr()), "{octets:?}");
    }
}
