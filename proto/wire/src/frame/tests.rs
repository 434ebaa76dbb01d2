use super::*;
use crate::hex;

const S: u64 = 0x1122_3344_5566_7788;
const NO: u32 = 0x8000_0000;
const LIMIT: u32 = 1 << 20;

/// Messages captured from runs of public clients (PROTOCOL.md, chapters 9 and 12), with their
/// sequence number, last received number, session and type.
const CAPTURED: [(&str, u32, u32, u64, MessageType); 13] = {
    use MessageType as T;
    [
        ("0000001c 00000000 0000000000000000 80000000 00000001 00000001", 0, NO, 0, T::NewSession),
        (
            "0000001c 00000000 1122334455667788 80000000 00000002 00000000",
            0,
            NO,
            S,
            T::NewSessionStatus,
        ),
        ("0000001a 00000002 1122334455667788 00000001 00000014 6a00", 2, 1, S, T::HlaCallRequest),
        (
            "0000001c 00000002 1122334455667788 00000002 00000016 12020a00",
            2,
            2,
            S,
            T::HlaCallbackRequest,
        ),
        (
            "0000001e 00000003 1122334455667788 00000002 00000015 000000027200",
            3,
            2,
            S,
            T::HlaCallResponse,
        ),
        (
            "0000001e 00000004 1122334455667788 00000003 00000017 000000020a00",
            4,
            3,
            S,
            T::HlaCallbackResponse,
        ),
        ("00000018 00000005 1122334455667788 00000004 00000003", 5, 4, S, T::Heartbeat),
        (
            "0000001c 00000005 1122334455667788 00000004 00000004 00000005",
            5,
            4,
            S,
            T::HeartbeatResponse,
        ),
        (
            "00000020 80000000 1122334455667788 00000006 0000000a 0000000600000001",
            NO,
            6,
            S,
            T::ResumeRequest,
        ),
        (
            "00000020 80000000 1122334455667788 00000007 0000000b 0000000000000007",
            NO,
            7,
            S,
            T::ResumeStatus,
        ),
        ("00000018 0000000c 1122334455667788 0000000b 00000005", 12, 11, S, T::TerminateSession),
        ("00000018 0000000c 1122334455667788 0000000b 00000006", 12, 11, S, T::SessionTerminated),
        ("00000018 00000018 1122334455667788 00000018 00000017", 24, 24, S, T::HlaCallbackResponse),
    ]
};

#[test]
fn captured_messages_are_read_and_written() {
    for (text, sequence_number, last_received, session_id, message_type) in CAPTURED {
        let octets = hex(text);
        let mut stream = BytesMut::from(octets.as_slice());
        let expected = Header {
            sequence_number: SequenceNumber::from_wire(sequence_number),
            session_id,
            last_received: SequenceNumber::from_wire(last_received),
            message_type,
        };
        let (header, payload) = take(&mut stream, LIMIT).expect("valid").expect("whole");
        assert_eq!((header, payload.as_ref()), (expected, &octets[HEADER_BYTES..]));
        assert!(stream.is_empty());
        assert_eq!(header.encode(payload.len()), octets[..HEADER_BYTES]);
    }
}

#[test]
fn messages_are_cut_out_of_a_stream_that_arrives_byte_by_byte() {
    let message = hex("0000001c 00000005 1122334455667788 00000004 00000004 00000005");
    let mut stream = BytesMut::new();
    let mut taken = 0;
    for octet in message.iter().chain(&message) {
        stream.put_u8(*octet);
        if let Some((header, mut payload)) = take(&mut stream, LIMIT).expect("valid") {
            assert_eq!(header.message_type, MessageType::HeartbeatResponse);
            assert_eq!(take_number(&mut payload), Ok(5));
            assert_eq!(
                take_number(&mut payload),
                Err(WireError::PayloadTooShort { actual: 0, needed: 4 })
            );
            taken += 1;
        }
    }
    assert_eq!(taken, 2);
}

#[test]
fn sizes_and_types_outside_of_the_protocol_are_refused() {
    let refused = |octets: &str| take(&mut BytesMut::from(hex(octets).as_slice()), 100);
    let size = |size| Err(WireError::PacketSize { size, min: 24, max: 100 });
    // Refused as soon as the size is known.
    assert_eq!(refused("00000017"), size(23));
    assert_eq!(refused("00000065"), size(101));
    assert_eq!(refused("ffffffff"), size(u32::MAX));
    assert_eq!(refused("000000"), Ok(None));
    for number in [0, 7, 9, 12, 19, 24, 0x0100_0014] {
        let octets = format!("00000018 00000005 1122334455667788 00000004 {number:08x}");
        assert_eq!(refused(&octets), Err(WireError::UnknownMessageType(number)));
    }
}

#[test]
fn numbers_start_again_after_the_last() {
    let number = SequenceNumber::from_wire;
    assert_eq!(SequenceNumber::NONE.next(), number(0));
    assert_eq!(number(0x7fff_ffff).next(), number(0));
    assert_eq!(number(41).next(), number(42));
    for none in [0x8000_0000, u32::MAX] {
        assert_eq!(number(none), SequenceNumber::NONE);
        assert!(!number(none).is_some());
    }

    assert!(number(0).is_newer_than(number(0x7fff_ffff)));
    assert!(!number(0x7fff_ffff).is_newer_than(number(0)));
    assert!(number(8).is_newer_than(number(7)));
    assert!(!number(7).is_newer_than(number(7)));
    assert!(number(0).is_newer_than(SequenceNumber::NONE));
    assert!(!SequenceNumber::NONE.is_newer_than(number(0)));
    assert!(!SequenceNumber::NONE.is_newer_than(SequenceNumber::NONE));
}

#[test]
fn only_calls_and_callbacks_are_kept_for_sending_again() {
    assert!(!MessageType::ResumeStatus.is_hla());
    assert!(MessageType::HlaCallRequest.is_hla());
    assert!(MessageType::HlaCallbackResponse.is_hla());
}
