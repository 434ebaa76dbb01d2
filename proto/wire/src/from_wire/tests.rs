//! Messages captured from runs of public clients (PROTOCOL.md, chapters 9 and 12).

use bytes::BytesMut;
use hla::{
    AttributeHandle, ConfigurationResult, Credentials, FederateHandle, FomModule, HlaInteger64Time,
    InteractionClassHandle, JoinResult, LogicalTime, MessageRetractionHandle, MessageStamp,
    ObjectInstanceHandle, OrderType, RtiConfiguration, TransportationTypeHandle,
};

use super::*;
use crate::{hex, to_wire};

fn payload(octets: &str) -> Bytes {
    hex(octets).into()
}

/// Checks that the octets are this call, and that it is written the same way.
fn check_call(octets: &str, arm: u32, expected: Call) {
    assert_eq!(call(payload(octets)), Ok((RequestArm(arm), expected.clone())));
    let mut out = BytesMut::new();
    assert_eq!(to_wire::call(&expected, &mut out), RequestArm(arm));
    assert_eq!(out, hex(octets));
}

/// Checks that the octets tell this result of the request `arm`, and are written the same way.
fn check_response(octets: &str, arm: u32, expected: Result<Reply, HlaError>) {
    assert_eq!(response(payload(octets)), Ok(expected.clone()));
    let mut out = BytesMut::new();
    to_wire::response(RequestArm(arm), &expected, &mut out);
    assert_eq!(out, hex(octets));
}

fn check_callback(octets: &str, expected: Callback) {
    assert_eq!(callback(payload(octets)).as_ref(), Ok(&expected));
    let mut out = BytesMut::new();
    to_wire::callback(&expected, &mut out);
    assert_eq!(out, hex(octets));
}

fn integer(time: i64) -> LogicalTime {
    HlaInteger64Time(time).into()
}

#[test]
fn connect() {
    let configuration = |address: &str, settings: &str| {
        Some(RtiConfiguration {
            configuration_name: String::new(),
            rti_address: address.into(),
            additional_settings: settings.into(),
        })
    };
    check_call(
        "1a0e 0a0c 1a0a 76656e646f722e783d31",
        3,
        Call::Connect { configuration: configuration("", "vendor.x=1"), credentials: None },
    );
    let data = hex("00000006 007300650063007200650074").into();
    let credentials = Some(Credentials { kind: "HLAplainTextPassword".into(), data });
    check_call(
        "222c 0a00 1228 0a14 484c41706c61696e5465787450617373776f7264
         1210 00000006 007300650063007200650074",
        4,
        Call::Connect { configuration: configuration("", ""), credentials },
    );
    check_call(
        "1a12 0a10 120e 3132372e302e302e313a35303030",
        3,
        Call::Connect { configuration: configuration("127.0.0.1:5000", ""), credentials: None },
    );
    let nothing_used = ConfigurationResult {
        configuration_used: false,
        address_used: false,
        additional_settings: hla::AdditionalSettingsResult::Ignored,
        message: String::new(),
    };
    check_response("2202 0a00", 3, Ok(Reply::Connect(nothing_used)));
    check_call("2a00", 5, Call::Disconnect);
    check_response("3200", 5, Ok(Reply::Disconnect));
}

#[test]
fn federations() {
    check_call("6a00", 13, Call::ListFederationExecutions);
    check_callback("1202 0a00", Callback::ReportFederationExecutions { report: vec![] });
    check_response("7200", 13, Ok(Reply::ListFederationExecutions));
    check_call(
        "6206 0a04 6e6f7065",
        12,
        Call::DestroyFederationExecution { federation_name: "nope".into() },
    );
    check_response(
        "0a27 0a1f 46656465726174696f6e457865637574696f6e446f65734e6f744578697374 1204 6e6f7065",
        12,
        Err(HlaError::FederationExecutionDoesNotExist("nope".into())),
    );
    // Ours would be written as the request for one module.
    let create = "421a 0a09 736d6f6b652d6d616b 120d 0a0b 1a09 536d6f6b652e786d6c";
    assert_eq!(
        call(payload(create)),
        Ok((
            RequestArm(8),
            Call::CreateFederationExecution {
                federation_name: "smoke-mak".into(),
                fom_modules: vec![FomModule::Url("Smoke.xml".into())],
                mim_module: None,
                logical_time_implementation_name: None,
            }
        ))
    );
    check_call(
        "8a010d 0a02 6e31 1202 7431 1a03 636170",
        17,
        Call::JoinFederationExecution {
            federate_name: Some("n1".into()),
            federate_type: "t1".into(),
            federation_name: "cap".into(),
            additional_fom_modules: None,
        },
    );
    check_response(
        "92011c 0a1a 0a06 0a04 00000070 1210 484c41696e7465676572363454696d65",
        17,
        Ok(Reply::JoinFederationExecution(JoinResult {
            federate: FederateHandle::new(0x70),
            logical_time_implementation_name: "HLAinteger64Time".into(),
        })),
    );
}

#[test]
fn names() {
    check_call(
        "f207 13 0a11 484c416f626a656374526f6f742e436172",
        126,
        Call::GetObjectClassHandle { name: "HLAobjectRoot.Car".into() },
    );
    check_callback(
        "d20107 0a05 6361722d31",
        Callback::ObjectInstanceNameReservationSucceeded { name: "car-1".into() },
    );
}

/// The captured server had instance handles of four octets where ours have eight.
#[test]
fn update_and_reflect() {
    let update = "f203 1e 0a060a0400000072 1210 0a0e 0a060a0400000068 1204 00000007 1a02 7431";
    let (arm, call) = call(payload(update)).expect("a call");
    assert_eq!(arm, RequestArm(62));
    let Call::UpdateAttributeValues { object_instance, values, tag, time } = call else {
        panic!("{call:?}")
    };
    assert_eq!((object_instance, time), (ObjectInstanceHandle::INVALID, None));
    assert_eq!(values.get(AttributeHandle::new(0x68)).as_deref(), Some(&[0, 0, 0, 7][..]));
    assert_eq!(tag, "t1");

    check_callback(
        "8202 4e 0a0a0a080000000000000072 1210 0a0e 0a060a0400000067 1204 00000001 1a02 7473
         2206 0a0400000001 2a06 0a0400000071 3a0a 0a08 0000000000000001 4001 4801
         520a 0a080000000000000074",
        Callback::ReflectAttributeValues {
            object_instance: ObjectInstanceHandle::new(0x72),
            values: hla::Values::from_pairs([(AttributeHandle::new(0x67), [0, 0, 0, 1])]),
            tag: "ts".into(),
            transportation_type: TransportationTypeHandle::new(1),
            producing_federate: FederateHandle::new(0x71),
            sent_regions: None,
            stamp: Some(MessageStamp {
                time: integer(1),
                sent_order: OrderType::TimeStamp,
                received_order: OrderType::TimeStamp,
                retraction: Some(MessageRetractionHandle::new(0x74)),
            }),
        },
    );
}

#[test]
fn time() {
    let lookahead = integer(1);
    check_call("ca05 0c 0a0a 0a08 0000000000000001", 89, Call::EnableTimeRegulation { lookahead });
    let time = integer(2);
    check_call("ea05 0c 0a0a 0a08 0000000000000002", 93, Call::TimeAdvanceRequest { time });
    let time = integer(1);
    check_callback("ea03 0c 0a0a 0a08 0000000000000001", Callback::TimeAdvanceGrant { time });
}

#[test]
fn callback_responses() {
    let failed = |details: &str| Err(HlaError::FederateInternalError(details.into()));
    assert_eq!(callback_response(payload("0a00")), Ok(Ok(())));
    assert_eq!(callback_response(Bytes::new()), Ok(Ok(())));
    assert!(callback_response(payload("0a05")).is_err());
    for result in [Ok(()), failed("broken")] {
        let mut out = BytesMut::new();
        to_wire::callback_response(&result, &mut out);
        assert_eq!(callback_response(out.freeze()), Ok(result));
    }
    // Names that clients make up are the standard's failure all the same.
    let mut out = BytesMut::new();
    to_wire::callback_response(&Err(HlaError::NotConnected("no".into())), &mut out);
    assert_eq!(callback_response(out.freeze()), Ok(failed("NotConnected: no")));
}

#[test]
fn what_is_not_of_the_schema_is_refused() {
    assert_eq!(call(Bytes::new()), Err(WireError::NoMember("CallRequest")));
    assert_eq!(response(Bytes::new()), Err(WireError::NoMember("CallResponse")));
    assert_eq!(callback(Bytes::new()), Err(WireError::NoMember("CallbackRequest")));
    // Request 999 of a later version.
    assert_eq!(call(payload("ba3e00")), Err(WireError::NoMember("CallRequest")));
    assert!(matches!(call(payload("6205 0a04 6e6f7065")), Err(WireError::Malformed(_))));
    // A reason that no version has, in a callback, where no exception could say so.
    assert_eq!(
        callback(payload("6a02 0863")),
        Err(WireError::UnknownNumber { enumeration: "SaveFailureReason", number: 99 })
    );
}

#[test]
fn what_only_the_core_can_judge_is_not_refused() {
    // No handle, no time, and no order of the standard.
    let (_, read) = call(payload("ea05 00")).expect("a call");
    assert_eq!(read, Call::TimeAdvanceRequest { time: LogicalTime::Unreadable });
    let (_, read) = call(payload("ba02 05 0a03 0a0107")).expect("a call");
    let interaction_class = InteractionClassHandle::INVALID;
    assert_eq!(read, Call::UnpublishInteractionClass { interaction_class });
    let (_, read) = call(payload("e208 02 0863")).expect("a call");
    assert_eq!(read, Call::GetOrderName { order: None });
}

#[test]
fn a_reply_to_another_service_is_not_taken_for_an_answer() {
    let mut out = BytesMut::new();
    to_wire::response(RequestArm(93), &Ok(Reply::Disconnect), &mut out);
    let answer = response(out.freeze()).expect("a response");
    assert!(matches!(answer, Err(HlaError::RTIinternalError(_))), "{answer:?}");
}

/// A message whose values are a small part of it does not stay in memory for them.
#[test]
fn a_large_tag_is_not_kept_for_a_small_value() {
    let update = |tag_bytes| {
        let sent = Call::UpdateAttributeValues {
            object_instance: ObjectInstanceHandle::new(1),
            values: hla::Values::from_pairs([(AttributeHandle::new(1), b"value")]),
            tag: vec![0; tag_bytes].into(),
            time: None,
        };
        let mut out = BytesMut::new();
        to_wire::call(&sent, &mut out);
        let frame = out.freeze();
        let (_, read) = call(frame.clone()).expect("a call");
        assert_eq!(read, sent);
        let Call::UpdateAttributeValues { values, .. } = read else { panic!("{read:?}") };
        frame.as_ptr_range().contains(&values.octets().as_ptr())
    };
    assert!(update(2));
    assert!(!update(10_000));
}
