//! The rows `ENC-001` to `ENC-013` of the encoding scenarios, the vectors of `testdata`, and what
//! holds for every value and for any octets.

mod any_octets;
mod vectors;

use std::fmt::Debug;

use hla::{
    AttributeHandle, FederateHandle, HlaFloat64Time, HlaInteger64Time, LogicalTime,
    ObjectClassHandle,
};

use super::*;
use crate::{enumerated_type, extendable_variant_record, fixed_record, variant_record};

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct OctetThenFloat { a: u8, b: f64 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct IntegerThenOctet { a: i32, b: u8 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct OctetIntegerOctet { a: u8, b: i32, c: u8 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct Empty {}
}

variant_record! {
    #[derive(Debug, Clone, PartialEq)]
    enum Variant: u8, otherwise Other {
        Float(f64) = 1,
        Octet(u8) = 2,
    }
}

variant_record! {
    #[derive(Debug, Clone, PartialEq)]
    enum Narrow: i32 {
        Short(i16) = 1,
        Octet(u8) = 2,
        Nothing = 3,
    }
}

extendable_variant_record! {
    #[derive(Debug, Clone, PartialEq)]
    enum Extendable: u8, otherwise Later {
        Number(i32) = 1,
        Floats(Vec<f64>) = 2,
        Nothing = 3,
    }
}

extendable_variant_record! {
    #[derive(Debug, Clone, PartialEq)]
    enum ExtendableText: i32, otherwise Later {
        Text(AsciiString) = 2,
    }
}

enumerated_type! {
    /// As `HLAtimeState` and its like.
    enum Position: i16 {
        Open = -1,
        Closed = 1,
    }
}

variant_record! {
    #[derive(Debug, Clone, PartialEq)]
    enum ByPosition: Position {
        Open(String) = Position::Open,
        Closed(OctetThenFloat) = Position::Closed,
    }
}

fn ascii(text: &str) -> AsciiString {
    AsciiString::new(text).expect("ASCII")
}

fn octets(hex: &str) -> Vec<u8> {
    let digits: String = hex.split_whitespace().collect();
    (0..digits.len())
        .step_by(2)
        .map(|place| u8::from_str_radix(&digits[place..place + 2], 16).expect("hex digits"))
        .collect()
}

/// Encodes to exactly these octets and back, and no shorter or longer octets are the value.
fn check<T: DataElement + PartialEq + Debug>(value: T, hex: &str) {
    let expected = octets(hex);
    assert_eq!(value.to_bytes(), expected, "{value:?} as octets");
    assert_eq!(T::from_bytes(&expected).as_ref(), Ok(&value), "{hex} as a value");
    for length in 0..expected.len() {
        if let Ok(other) = T::from_bytes(&expected[..length]) {
            assert_ne!(other, value, "{hex} cut to {length} octets");
        }
    }
    let longer = [expected, vec![0x55; 9]].concat();
    if let Ok(other) = T::from_bytes(&longer) {
        assert_ne!(other, value, "{hex} with octets behind it");
    }
}

fn check_error<T: DataElement + PartialEq + Debug>(hex: &str, error: DecodeError) {
    assert_eq!(T::from_bytes(&octets(hex)), Err(error), "{hex}");
}

#[test]
fn enc_002() {
    fn one_octet_too_few<T: DataElement + PartialEq + Debug + Default>() {
        let whole = T::default().to_bytes();
        let cut = &whole[..whole.len() - 1];
        let error = DecodeError::TooShort { offset: 0, needed: whole.len(), left: cut.len() };
        assert_eq!(T::from_bytes(cut), Err(error));
    }
    one_octet_too_few::<u8>();
    one_octet_too_few::<i8>();
    one_octet_too_few::<i16>();
    one_octet_too_few::<u16>();
    one_octet_too_few::<i32>();
    one_octet_too_few::<u32>();
    one_octet_too_few::<i64>();
    one_octet_too_few::<u64>();
    one_octet_too_few::<f32>();
    one_octet_too_few::<f64>();
    one_octet_too_few::<LittleEndian<i16>>();
    one_octet_too_few::<LittleEndian<u16>>();
    one_octet_too_few::<LittleEndian<i32>>();
    one_octet_too_few::<LittleEndian<u32>>();
    one_octet_too_few::<LittleEndian<i64>>();
    one_octet_too_few::<LittleEndian<u64>>();
    one_octet_too_few::<LittleEndian<f32>>();
    one_octet_too_few::<LittleEndian<f64>>();
    one_octet_too_few::<bool>();
    one_octet_too_few::<AsciiChar>();
    one_octet_too_few::<UnicodeChar>();
}

#[test]
fn enc_003() {
    check(OctetIntegerOctet { a: 1, b: 2, c: 3 }, "01 00 00 00 00 00 00 02 03");
}

#[test]
fn enc_004() {
    fn common<T: TimeArithmetic + DataElement + PartialEq + Debug>(epsilon: T) {
        assert_eq!(T::EPSILON, epsilon);
        assert_eq!(T::INITIAL.successor(), Ok(epsilon));
        assert_eq!(T::INITIAL.plus(T::FINAL), Ok(T::FINAL));
        assert_eq!(T::FINAL.distance(T::INITIAL), Ok(T::FINAL));
        assert_eq!(T::INITIAL.distance(T::FINAL), Ok(T::FINAL));
        assert_eq!(T::FINAL.minus(T::FINAL), Ok(T::INITIAL));
        assert_eq!(T::FINAL.successor(), Err(IllegalTimeArithmetic));
        assert_eq!(T::FINAL.plus(T::FINAL), Err(IllegalTimeArithmetic));
        assert_eq!(T::INITIAL.minus(epsilon), Err(IllegalTimeArithmetic));
        assert!(T::INITIAL < epsilon && epsilon < T::FINAL);
    }
    common(HlaInteger64Time(1));
    common(HlaFloat64Time(f64::from_bits(1)));
    assert_eq!(HlaInteger64Time::FINAL.plus(HlaInteger64Time(1)), Err(IllegalTimeArithmetic));
    assert_eq!(HlaInteger64Time(3).plus(HlaInteger64Time(4)), Ok(HlaInteger64Time(7)));
    assert_eq!(HlaFloat64Time(0.5).plus(HlaFloat64Time(0.25)), Ok(HlaFloat64Time(0.75)));
    assert_eq!(HlaFloat64Time(f64::NAN).successor(), Err(IllegalTimeArithmetic));
    let late = HlaFloat64Time(1.0e9);
    assert_eq!(late.plus(HlaFloat64Time::EPSILON), Ok(late), "too small to be seen");
    assert!(late.successor().expect("there is a next one") > late);

    check(HlaInteger64Time(10), "00 00 00 00 00 00 00 0A");
    check(HlaInteger64Time::FINAL, "7F FF FF FF FF FF FF FF");
    check(HlaFloat64Time(10.0), "40 24 00 00 00 00 00 00");
    check(HlaFloat64Time(0.5), "3F E0 00 00 00 00 00 00");
    check(HlaFloat64Time::FINAL, "7F EF FF FF FF FF FF FF");
    check(HlaFloat64Time::EPSILON, "00 00 00 00 00 00 00 01");
    check(HlaFloat64Time(f64::MIN_POSITIVE), "00 10 00 00 00 00 00 00");
}

#[test]
fn enc_005() {
    check(i16::MIN, "80 00");
    check(i16::MAX, "7F FF");
    check(-1_i16, "FF FF");
    check(LittleEndian(i16::MIN), "00 80");
    check(LittleEndian(i16::MAX), "FF 7F");
    check(LittleEndian(-1_i16), "FF FF");
    check(i32::MIN, "80 00 00 00");
    check(i32::MAX, "7F FF FF FF");
    check(-1_i32, "FF FF FF FF");
    check(LittleEndian(i32::MIN), "00 00 00 80");
    check(LittleEndian(i32::MAX), "FF FF FF 7F");
    check(LittleEndian(-1_i32), "FF FF FF FF");
    check(i64::MIN, "80 00 00 00 00 00 00 00");
    check(i64::MAX, "7F FF FF FF FF FF FF FF");
    check(-1_i64, "FF FF FF FF FF FF FF FF");
    check(LittleEndian(i64::MIN), "00 00 00 00 00 00 00 80");
    check(LittleEndian(i64::MAX), "FF FF FF FF FF FF FF 7F");
    check(LittleEndian(-1_i64), "FF FF FF FF FF FF FF FF");
}

#[test]
fn enc_006() {
    check("A\u{1F600}".to_owned(), "00 00 00 03 00 41 D8 3D DE 00");
    check_error::<String>("00 00 00 01 D8 3D", DecodeError::NotUtf16 { offset: 6 });
}

#[test]
fn enc_007() {
    check(vec![1.0], "00 00 00 01 00 00 00 00 3F F0 00 00 00 00 00 00");
}

#[test]
fn enc_008() {
    let two = vec![IntegerThenOctet { a: 1, b: 2 }, IntegerThenOctet { a: 3, b: 4 }];
    check(two, "00 00 00 02 00 00 00 01 02 00 00 00 00 00 00 03 04");
}

#[test]
fn enc_009() {
    check(Variant::Octet(7), "02 00 00 00 00 00 00 00 07");
}

#[test]
fn enc_010() {
    check(Variant::Other(3), "03");
    check(Narrow::Nothing, "00 00 00 03");
    check_error::<Narrow>(
        "00 00 00 09",
        DecodeError::Discriminant { data_type: "Narrow", discriminant: "9".into() },
    );
}

#[test]
fn enc_011() {
    fn refused<T: DataElement + PartialEq + Debug>(hex: &str, count: i32, left: usize) {
        check_error::<T>(hex, DecodeError::Count { offset: 0, count, left });
    }
    refused::<Vec<u8>>("FF FF FF FF", -1, 0);
    refused::<Vec<u8>>("FF FF FF FF 00 01", -1, 2);
    refused::<Vec<u8>>("7F FF FF FF 00 01", i32::MAX, 2);
    refused::<Vec<i16>>("00 00 00 03 00 01 00 02", 3, 4);
    refused::<Vec<f64>>("00 00 00 02 00 00 00 00 3F F0 00 00 00 00 00 00", 2, 8);
    refused::<Vec<[u8; 4]>>("7F FF FF FF 00 01", i32::MAX, 2);
    refused::<String>("00 00 00 02 00 41", 2, 2);
    refused::<AsciiString>("80 00 00 00 41", i32::MIN, 1);
    refused::<Vec<()>>("7F FF FF FF", i32::MAX, 0);
    refused::<AttributeHandle>("00 00 00 05 00 00 00 01", 5, 4);
}

#[test]
fn enc_012() {
    let time = LogicalTime::from(HlaInteger64Time(10));
    check(time, "00 00 00 08 00 00 00 00 00 00 00 0A");
    check(LogicalTime::from(HlaFloat64Time(10.0)), "00 00 00 08 40 24 00 00 00 00 00 00");
    check(LogicalTime::Unreadable, "00 00 00 00");
    check_error::<LogicalTime>(
        "00 00 00 02 00 00",
        DecodeError::Length { data_type: "HLAlogicalTime", octets: 2, expected: 8 },
    );
}

#[test]
fn enc_013() {
    check_error::<bool>("00 00 00 02", DecodeError::Boolean(2));
    check_error::<bool>("FF FF FF FF", DecodeError::Boolean(-1));
    check_error::<bool>("01 00 00 00", DecodeError::Boolean(0x0100_0000));
}

#[test]
fn padding_is_ignored_whatever_it_holds() {
    let with_junk = octets("01 FF FF FF 00 00 00 02 03");
    assert_eq!(
        OctetIntegerOctet::from_bytes(&with_junk),
        Ok(OctetIntegerOctet { a: 1, b: 2, c: 3 })
    );
}

#[test]
fn an_empty_array_may_end_with_the_padding_before_its_first_element() {
    assert_eq!(Vec::<f64>::from_bytes(&octets("00 00 00 00 00 00 00 00")), Ok(vec![]));
    let five = octets("00 00 00 00 00 00 00 00 00");
    let error = DecodeError::TooLong { offset: 4, left: 5 };
    assert_eq!(Vec::<f64>::from_bytes(&five), Err(error), "that is more than the padding");
    let last_in_record = octets("00 00 00 00 00 00 00 05 00 00 00 00");
    assert!(<[Vec<f64>; 1]>::from_bytes(&last_in_record).is_err());
    assert_eq!(
        Extendable::from_bytes(&octets("02 00 00 00 00 00 00 08 00 00 00 00 00 00 00 00")),
        Ok(Extendable::Floats(vec![])),
        "also inside a measured alternative"
    );
}

#[test]
fn a_byte_order_mark_is_not_text() {
    let marked = octets("00 00 00 02 FE FF 00 41");
    assert_eq!(String::from_bytes(&marked), Ok("A".to_owned()));
    assert_eq!(String::from_bytes(&octets("00 00 00 01 FE FF")), Ok(String::new()));
}

#[test]
fn a_later_alternative_is_stepped_over() {
    fixed_record! {
        #[derive(Debug, Clone, PartialEq)]
        struct Around { setting: Extendable, after: u8 }
    }
    let later = "09 00 00 00 00 00 00 03 AA BB CC 05";
    let value = Around { setting: Extendable::Later(9, vec![0xAA, 0xBB, 0xCC]), after: 5 };
    check(value, later);
    check_error::<Extendable>(
        "01 00 00 00 00 00 00 06 00 00 00 05 00 00",
        DecodeError::TooLong { offset: 12, left: 2 },
    );
    check_error::<Extendable>(
        "01 00 00 00 00 00 00 05 00 00 00 05",
        DecodeError::Count { offset: 4, count: 5, left: 4 },
    );
}

#[test]
fn an_alternative_is_aligned_behind_its_length() {
    extendable_variant_record! {
        #[derive(Debug, Clone, PartialEq)]
        enum Wide: i64, otherwise Later {
            Number(i32) = 1,
            Nothing = 2,
        }
    }
    check(Wide::Number(5), "0000000000000001 00000004 00000000 00000005");
    check(
        [Wide::Nothing, Wide::Number(5)],
        "0000000000000002 00000000 00000000 0000000000000001 00000004 00000000 00000005",
    );
    check(Wide::Later(3, vec![7]), "0000000000000003 00000001 00000000 07");
}

#[test]
fn an_enumerator_has_to_be_declared() {
    check(Position::Open, "FF FF");
    check_error::<Position>(
        "00 02",
        DecodeError::Enumerator { data_type: "Position", value: "2".into() },
    );
    assert_eq!(Position::ALL, [Position::Open, Position::Closed]);
    assert_eq!(Position::from_value(1).map(Position::value), Some(1));
    check(ByPosition::Open("A".into()), "FF FF 00 00 00 00 00 00 00 00 00 01 00 41");
}

#[test]
fn ascii_is_seven_bits() {
    check_error::<AsciiChar>("80", DecodeError::NotAscii { offset: 1, octet: 0x80 });
    check_error::<AsciiString>(
        "00 00 00 02 41 C5",
        DecodeError::NotAscii { offset: 6, octet: 0xC5 },
    );
    assert_eq!(AsciiString::new("\u{e5}"), None);
    assert_eq!(AsciiChar::new('\u{e5}'), None);
    assert_eq!(AsciiChar::new('A').map(AsciiChar::get), Some('A'));
    assert_eq!((ascii("CB1").as_str(), ascii("CB1").to_string()), ("CB1", "CB1".into()));
}

#[test]
fn handles_carry_their_count() {
    check(AttributeHandle::new(7), "00 00 00 04 00 00 00 07");
    check(
        vec![AttributeHandle::new(1), AttributeHandle::new(2)],
        "00 00 00 02 00 00 00 04 00 00 00 01 00 00 00 04 00 00 00 02",
    );
    check_error::<ObjectClassHandle>(
        "00 00 00 02 00 07",
        DecodeError::Length { data_type: "ObjectClassHandle", octets: 2, expected: 4 },
    );
    assert_eq!(FederateHandle::OCTET_BOUNDARY, 4);
}

#[test]
fn a_representation_of_any_size_has_a_boundary() {
    let sizes = [1, 8, 9, 16, 24, 32, 33, 64];
    assert_eq!(sizes.map(boundary_of_bits), [1, 1, 2, 2, 4, 4, 8, 8]);
    assert_eq!(Empty::OCTET_BOUNDARY, 1);
    check(Empty {}, "");
}
