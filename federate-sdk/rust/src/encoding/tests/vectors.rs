//! Worked examples: values beside the octets that any product has to produce for them.

use super::*;

/// Every line of `testdata/encoding-vectors.txt`, which other products are held to as well.
#[test]
fn b071_the_vectors_both_ways() {
    let mut checked = 0;
    for line in include_str!("../../../testdata/encoding-vectors.txt").lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[data_type, _, hex] = fields.as_slice() else { continue };
        let pair = |a, b| IntegerThenOctet { a, b };
        match data_type {
            "HLAfixedRecord{HLAoctet,HLAfloat64BE}" => {
                check(OctetThenFloat { a: 1, b: 1.0 }, hex);
            }
            "HLAvariableArray<HLAfloat64BE>" => check(vec![1.0, 2.0], hex),
            "HLAvariableArray<HLAfixedRecord{HLAinteger32BE,HLAoctet}>" => {
                check(vec![pair(1, 2), pair(3, 4)], hex);
            }
            "HLAfixedArray<HLAinteger16BE,3>" => check([1_i16, 2, 3], hex),
            "HLAunicodeString" => check("A\u{1F600}".to_owned(), hex),
            "HLAASCIIstring" => check(ascii("CB1"), hex),
            "HLAboolean" => check(true, hex),
            "HLAinteger64Time" => check(HlaInteger64Time(9_007_199_254_740_993), hex),
            "# type" => continue,
            other => panic!("no value is known for {other}"),
        }
        checked += 1;
    }
    assert_eq!(checked, 8);
}

#[test]
fn enc_001() {
    numbers();
    characters();
    arrays();
    records();
    variants();
}

fn numbers() {
    check(0xAB_u8, "AB");
    check(-2_i16, "FF FE");
    check(LittleEndian(-2_i16), "FE FF");
    check(1_i32, "00 00 00 01");
    check(LittleEndian(1_i32), "01 00 00 00");
    check(i32::MIN, "80 00 00 00");
    check(10_i64, "00 00 00 00 00 00 00 0A");
    check(LittleEndian(10_i64), "0A 00 00 00 00 00 00 00");
    check(-1_i64, "FF FF FF FF FF FF FF FF");
    check(u16::MAX, "FF FF");
    check(LittleEndian(3_000_000_000_u32), "00 5E D0 B2");
    check(1.5_f32, "3F C0 00 00");
    check(LittleEndian(1.5_f32), "00 00 C0 3F");
    check(10.0_f64, "40 24 00 00 00 00 00 00");
    check(LittleEndian(10.0_f64), "00 00 00 00 00 00 24 40");
    check(-0.1_f64, "BF B9 99 99 99 99 99 9A");
    check(0x1234_u16, "12 34");
    check(LittleEndian(0x1234_u16), "34 12");
    check(true, "00 00 00 01");
    check(false, "00 00 00 00");
}

fn characters() {
    check(AsciiChar::new('A').expect("ASCII"), "41");
    check(UnicodeChar(0xE5), "00 E5");
    check(ascii("HLA"), "00 00 00 03 48 4C 41");
    check(ascii(""), "00 00 00 00");
    check("HLA".to_owned(), "00 00 00 03 00 48 00 4C 00 41");
    check("\u{e5}\u{1F600}".to_owned(), "00 00 00 03 00 E5 D8 3D DE 00");
    check(String::new(), "00 00 00 00");
}

fn arrays() {
    check(vec![0xDE_u8, 0xAD, 0xBE, 0xEF, 0x01], "00 00 00 05 DE AD BE EF 01");
    check((), "");
    check(vec![0_u8, 0, 0, 7], "00 00 00 04 00 00 00 07");
    let handles = vec![vec![0_u8, 0, 0, 1], vec![0, 0, 0, 2]];
    check(handles, "00 00 00 02 00 00 00 04 00 00 00 01 00 00 00 04 00 00 00 02");
    check([1_u8, 2, 3], "01 02 03");
    check([1.0_f64, 2.0], "3F F0 00 00 00 00 00 00 40 00 00 00 00 00 00 00");
    check([ascii("a"), ascii("bc")], "00 00 00 01 61 00 00 00 00 00 00 02 62 63");
    check(vec![1_i16, 2, 3], "00 00 00 03 00 01 00 02 00 03");
    check(vec![1.0_f64], "00 00 00 01 00 00 00 00 3F F0 00 00 00 00 00 00");
    check(Vec::<f64>::new(), "00 00 00 00");
    check(
        vec!["A".to_owned(), "BC".to_owned()],
        "00 00 00 02 00 00 00 01 00 41 00 00 00 00 00 02 00 42 00 43",
    );
    check(vec![(), (), ()], "00 00 00 03");
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct OctetThenShort { a: u8, b: i16 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct Mixed { a: i32, b: f64, c: i16 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct TextThenBoolean { a: AsciiString, b: bool }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct InteractionSubscription { class: Vec<u8>, active: bool }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct ObjectClassBasedCount { class: Vec<u8>, count: i32 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct OctetThenArray { a: u8, b: Vec<f64> }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct ArrayInside { a: i32, b: [i16; 2], c: i64 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct ShortThenFloat { x: i16, y: f64 }
}

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct WalkThrough { a: u8, b: Vec<ShortThenFloat>, c: AsciiString }
}

fn records() {
    let shorts = vec![OctetThenShort { a: 1, b: 2 }, OctetThenShort { a: 3, b: 4 }];
    check(shorts, "00 00 00 02 01 00 00 02 03 00 00 04");
    check(OctetIntegerOctet { a: 1, b: 2, c: 3 }, "01 00 00 00 00 00 00 02 03");
    check(OctetThenFloat { a: 1, b: 10.0 }, "01 00 00 00 00 00 00 00 40 24 00 00 00 00 00 00");
    check(Mixed { a: 1, b: 10.0, c: 2 }, "00 00 00 01 00 00 00 00 40 24 00 00 00 00 00 00 00 02");
    check(
        vec![IntegerThenOctet { a: 1, b: 2 }, IntegerThenOctet { a: 3, b: 4 }],
        "00 00 00 02 00 00 00 01 02 00 00 00 00 00 00 03 04",
    );
    check(TextThenBoolean { a: ascii("abc"), b: true }, "00 00 00 03 61 62 63 00 00 00 00 01");
    check(
        InteractionSubscription { class: vec![0, 0, 0, 9], active: true },
        "00 00 00 04 00 00 00 09 00 00 00 01",
    );
    check(
        ObjectClassBasedCount { class: vec![0, 0, 0, 0, 0, 0, 0, 5], count: 3 },
        "00 00 00 08 00 00 00 00 00 00 00 05 00 00 00 03",
    );
    check(
        OctetThenArray { a: 1, b: vec![1.0] },
        "01 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 3F F0 00 00 00 00 00 00",
    );
    check(ArrayInside { a: 1, b: [2, 3], c: 4 }, "00 00 00 01 00 02 00 03 00 00 00 00 00 00 00 04");
    check(
        WalkThrough { a: 1, b: vec![ShortThenFloat { x: 2, y: 10.0 }], c: ascii("hi") },
        "01 00000000000000 00000001 00000000 0002 000000000000 4024000000000000 00000002 6869",
    );
}

fn variants() {
    check(Variant::Float(10.0), "01 00 00 00 00 00 00 00 40 24 00 00 00 00 00 00");
    check(Variant::Octet(7), "02 00 00 00 00 00 00 00 07");
    check(Variant::Other(3), "03");
    check(Narrow::Short(5), "00 00 00 01 00 05");
    check(Narrow::Octet(5), "00 00 00 02 05");
    check(Extendable::Number(5), "01 00 00 00 00 00 00 04 00 00 00 05");
    check(ExtendableText::Text(ascii("ab")), "00 00 00 02 00 00 00 06 00 00 00 02 61 62");
}
