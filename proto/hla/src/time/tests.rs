use super::*;

fn float(value: f64) -> TimePoint {
    TimeImplementation::Float64.read(HlaFloat64Time(value).into()).expect("finite")
}

#[test]
fn float_points_are_ordered_like_the_times() {
    let times = [-2.5, -1.0, -f64::MIN_POSITIVE, 0.0, f64::MIN_POSITIVE, 0.1, 1.0, f64::MAX];
    for pair in times.windows(2) {
        assert!(float(pair[0]) < float(pair[1]), "{pair:?}");
    }
    assert_eq!(float(-0.0), float(0.0));
}

#[test]
fn float_times_survive_the_way_in_and_out() {
    for value in [0.0, 0.1, 4.9, -3.5, f64::MAX] {
        let wire = LogicalTime::from(HlaFloat64Time(value));
        assert_eq!(TimeImplementation::Float64.write(float(value)), wire);
    }
}

#[test]
fn what_is_not_a_time_is_refused() {
    let time = TimeImplementation::Float64;
    assert_eq!(time.read(HlaFloat64Time(f64::NAN).into()), None);
    assert_eq!(time.read(HlaFloat64Time(f64::INFINITY).into()), None);
    assert_eq!(time.read(LogicalTime::decode(&[0; 4])), None);
    assert_eq!(time.read_interval(HlaFloat64Time(-1.0).into()), None);
    assert_eq!(TimeImplementation::Integer64.read_interval(HlaInteger64Time(-1).into()), None);
}

#[test]
fn sums_are_held_at_the_final_time() {
    for time in [TimeImplementation::Integer64, TimeImplementation::Float64] {
        let end = time.final_time();
        assert_eq!(time.add(end, time.distance(TimePoint::INITIAL, end)), end);
        assert_eq!(end.successor(time), None);
        assert!(TimePoint::INITIAL.successor(time) > Some(TimePoint::INITIAL));
    }
}

#[test]
fn the_empty_name_is_the_float_time() {
    assert_eq!(TimeImplementation::by_name(""), Some(TimeImplementation::Float64));
    assert_eq!(TimeImplementation::by_name("NoSuchTime"), None);
}

#[test]
fn the_earliest_time_that_reaches_another_is_found_to_the_epsilon() {
    let time = TimeImplementation::Integer64;
    let point = |value: i64| time.read(HlaInteger64Time(value).into()).expect("readable");
    let five = time.read_interval(HlaInteger64Time(5).into()).expect("an interval");
    assert_eq!(time.earliest_reaching(point(0), five, point(101)), point(96));
    assert_eq!(time.earliest_reaching(point(0), five, point(3)), point(0));
    assert_eq!(time.earliest_reaching(point(200), five, point(101)), point(200));
    assert!(time.passes_final(time.final_time(), five));
    assert!(!time.passes_final(point(0), five));

    let time = TimeImplementation::Float64;
    let five = time.read_interval(HlaFloat64Time(5.0).into()).expect("an interval");
    let beyond = float(100.0).successor(time).expect("not the end");
    let found = time.earliest_reaching(float(0.0), five, beyond);
    assert!(time.add(found, five) > float(100.0));
    assert!(time.add(TimePoint(found.0 - 1), five) <= float(100.0));
    assert!(time.passes_final(float(f64::MAX), time.distance(float(0.0), float(f64::MAX))));
}
