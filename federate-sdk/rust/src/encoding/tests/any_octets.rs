//! Properties: what is encoded is read back, and no octets make a decoder panic.

use proptest::collection::vec as list;
use proptest::prelude::*;

use super::*;

fixed_record! {
    #[derive(Debug, Clone, PartialEq)]
    struct Everything {
        flag: bool,
        name: String,
        code: AsciiString,
        pair: (),
        samples: Vec<OctetThenFloat>,
        grid: [[i16; 2]; 3],
        variants: Vec<Variant>,
        extendable: Vec<Extendable>,
        position: Position,
        opaque: Vec<u8>,
        little: LittleEndian<i64>,
        nested: Vec<Vec<Vec<u16>>>,
    }
}

fn variants() -> impl Strategy<Value = Variant> {
    prop_oneof![
        any::<i32>().prop_map(|number| Variant::Float(number.into())),
        any::<u8>().prop_map(Variant::Octet),
        (3..=255_u8).prop_map(Variant::Other),
    ]
}

fn extendables() -> impl Strategy<Value = Extendable> {
    prop_oneof![
        any::<i32>().prop_map(Extendable::Number),
        list(-1e9..1e9, 0..4).prop_map(Extendable::Floats),
        Just(Extendable::Nothing),
        (4..=255_u8, list(any::<u8>(), 0..12))
            .prop_map(|(discriminant, octets)| Extendable::Later(discriminant, octets)),
    ]
}

fn everything() -> impl Strategy<Value = Everything> {
    let text = (any::<bool>(), "[^\u{feff}]{0,8}", "[ -~]{0,5}", any::<[[i16; 2]; 3]>());
    let numbers = (
        list((any::<u8>(), -1e9..1e9), 0..4),
        list(variants(), 0..4),
        list(extendables(), 0..4),
        prop::sample::select(Position::ALL),
    );
    let octets =
        (list(any::<u8>(), 0..9), any::<i64>(), list(list(list(any::<u16>(), 0..3), 0..3), 0..3));
    (text, numbers, octets).prop_map(|(text, numbers, octets)| Everything {
        flag: text.0,
        name: text.1,
        code: AsciiString::new(text.2).expect("printable ASCII"),
        pair: (),
        samples: numbers.0.into_iter().map(|(a, b)| OctetThenFloat { a, b }).collect(),
        grid: text.3,
        variants: numbers.1,
        extendable: numbers.2,
        position: numbers.3,
        opaque: octets.0,
        little: LittleEndian(octets.1),
        nested: octets.2,
    })
}

/// A valid value, some octets of which are overwritten, the rest cut off.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let damage = list((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    (everything(), damage, any::<prop::sample::Index>()).prop_map(|(value, damage, end)| {
        let mut octets = value.to_bytes().to_vec();
        for (place, octet) in damage {
            let place = place.index(octets.len());
            octets[place] = octet;
        }
        octets.truncate(end.index(2 * octets.len()).min(octets.len()));
        octets
    })
}

/// What is read is a value: its encoding is read as the same value.
fn reads_or_refuses<T: DataElement + Debug>(octets: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(value) = T::from_bytes(octets) {
        let again = value.to_bytes();
        let read = T::from_bytes(&again).map(|value| value.to_bytes());
        prop_assert_eq!(read, Ok(again), "{:?}", value);
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_value_is_read_back(value in everything()) {
        prop_assert_eq!(Everything::from_bytes(&value.to_bytes()), Ok(value));
    }

    #[test]
    fn damaged_values_are_read_or_refused(octets in damaged()) {
        reads_or_refuses::<Everything>(&octets)?;
    }

    #[test]
    fn any_octets_are_read_or_refused(octets in list(
        prop_oneof![3 => 0..4_u8, 1 => any::<u8>()],
        0..80,
    )) {
        reads_or_refuses::<Everything>(&octets)?;
        reads_or_refuses::<Vec<Everything>>(&octets)?;
        reads_or_refuses::<String>(&octets)?;
        reads_or_refuses::<Vec<String>>(&octets)?;
        reads_or_refuses::<[AsciiString; 2]>(&octets)?;
        reads_or_refuses::<Vec<Vec<Vec<f64>>>>(&octets)?;
        reads_or_refuses::<Vec<()>>(&octets)?;
        reads_or_refuses::<Vec<[(); 3]>>(&octets)?;
        reads_or_refuses::<Vec<Variant>>(&octets)?;
        reads_or_refuses::<Narrow>(&octets)?;
        reads_or_refuses::<ByPosition>(&octets)?;
        reads_or_refuses::<Vec<Extendable>>(&octets)?;
        reads_or_refuses::<Vec<ExtendableText>>(&octets)?;
        reads_or_refuses::<Vec<LogicalTime>>(&octets)?;
        reads_or_refuses::<Vec<AttributeHandle>>(&octets)?;
    }
}
