//! Support services that only a client library has.

use federate_sdk::hla::{
    AttributeHandle, Call, DimensionHandle, FederateHandle, HlaFloat64Time, HlaInteger64Time,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RegionHandle, ResignAction, TimeImplementation,
    TransportationTypeHandle,
};
use federate_sdk::{Federate, JoinOptions, SdkError};

use crate::{bay_fom, connect, joined, start_anywhere};

/// The exception with which a service was refused.
#[track_caller]
fn refused<T>(result: Result<T, SdkError>, service: &str) -> &'static str {
    match result {
        Err(SdkError::Refused { service: refused, error }) => {
            assert_eq!(refused, service);
            error.exception_name()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{service} was not refused"),
    }
}

/// Turns a switch on and off, twice each, and checks what the RTI holds in between.
macro_rules! check_switch {
    ($federate:expr, $get:ident, $enable:ident $enable_name:literal, $disable:ident $disable_name:literal, $exception:literal) => {
        let federate: &mut Federate = $federate;
        let off = federate.$disable().await;
        assert_eq!(refused(off, $disable_name), concat!($exception, "IsOff"));
        federate.$enable().await.expect("it is off");
        let is_on = federate.call(&Call::$get).await.expect("anybody may ask");
        assert_eq!(format!("{is_on:?}"), concat!(stringify!($get), "(true)"));
        let on = federate.$enable().await;
        assert_eq!(refused(on, $enable_name), concat!($exception, "IsOn"));
        federate.$disable().await.expect("it is on");
        let off = federate.$disable().await;
        assert_eq!(refused(off, $disable_name), concat!($exception, "IsOff"));
    };
}

async fn check_object_class_relevance(federate: &mut Federate) {
    check_switch!(
        federate,
        GetObjectClassRelevanceAdvisorySwitch,
        enable_object_class_relevance_advisory_switch "enableObjectClassRelevanceAdvisorySwitch",
        disable_object_class_relevance_advisory_switch "disableObjectClassRelevanceAdvisorySwitch",
        "ObjectClassRelevanceAdvisorySwitch"
    );
}

async fn check_attribute_relevance(federate: &mut Federate) {
    check_switch!(
        federate,
        GetAttributeRelevanceAdvisorySwitch,
        enable_attribute_relevance_advisory_switch "enableAttributeRelevanceAdvisorySwitch",
        disable_attribute_relevance_advisory_switch "disableAttributeRelevanceAdvisorySwitch",
        "AttributeRelevanceAdvisorySwitch"
    );
}

async fn check_attribute_scope(federate: &mut Federate) {
    check_switch!(
        federate,
        GetAttributeScopeAdvisorySwitch,
        enable_attribute_scope_advisory_switch "enableAttributeScopeAdvisorySwitch",
        disable_attribute_scope_advisory_switch "disableAttributeScopeAdvisorySwitch",
        "AttributeScopeAdvisorySwitch"
    );
}

async fn check_interaction_relevance(federate: &mut Federate) {
    check_switch!(
        federate,
        GetInteractionRelevanceAdvisorySwitch,
        enable_interaction_relevance_advisory_switch "enableInteractionRelevanceAdvisorySwitch",
        disable_interaction_relevance_advisory_switch "disableInteractionRelevanceAdvisorySwitch",
        "InteractionRelevanceAdvisorySwitch"
    );
}

#[tokio::test]
async fn sup_016_the_object_class_switch_twice() {
    let (server, address) = start_anywhere().await;
    check_object_class_relevance(&mut joined(&address, "A").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_017_the_other_switches_twice() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    check_attribute_relevance(&mut federate).await;
    check_attribute_scope(&mut federate).await;
    check_interaction_relevance(&mut federate).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_026_the_object_class_switch_is_on_or_off_already() {
    let (server, address) = start_anywhere().await;
    check_object_class_relevance(&mut joined(&address, "A").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_027_the_attribute_switch_is_on_or_off_already() {
    let (server, address) = start_anywhere().await;
    check_attribute_relevance(&mut joined(&address, "A").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_028_the_scope_switch_is_on_or_off_already() {
    let (server, address) = start_anywhere().await;
    check_attribute_scope(&mut joined(&address, "A").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_029_the_interaction_switch_is_on_or_off_already() {
    let (server, address) = start_anywhere().await;
    check_interaction_relevance(&mut joined(&address, "A").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn sup_013_dimensions_of_a_class_attribute() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    let class = federate.get_object_class_handle("HLAmanager.HLAfederate").await.expect("MIM");
    let name = federate.get_attribute_handle(class, "HLAfederateName").await.expect("MIM");
    let dimensions = federate.get_available_dimensions_for_class_attribute(class, name).await;
    let federates = federate.call(&Call::GetDimensionHandle { name: "HLAfederate".into() }).await;
    let dimensions = dimensions.expect("the attribute is one of the class");
    assert_eq!(dimensions.len(), 1, "{dimensions:?}");
    assert_eq!(
        format!("{:?}", federates.expect("MIM")),
        format!("GetDimensionHandle({:?})", dimensions[0])
    );

    let service = "getAvailableDimensionsForClassAttribute";
    let breaker = federate.get_object_class_handle("Breaker").await.expect("the FOM has it");
    let other = federate.get_available_dimensions_for_class_attribute(breaker, name).await;
    assert_eq!(refused(other, service), "AttributeNotDefined");
    let none = AttributeHandle::INVALID;
    let unknown = federate.get_available_dimensions_for_class_attribute(breaker, none).await;
    assert_eq!(refused(unknown, service), "InvalidAttributeHandle");
    let none = ObjectClassHandle::INVALID;
    let unknown = federate.get_available_dimensions_for_class_attribute(none, name).await;
    assert_eq!(refused(unknown, service), "InvalidObjectClassHandle");
    server.shutdown().await;
}

/// What was encoded is decoded; rubbish of every length is not.
macro_rules! check_factory {
    ($federate:expr, $($factory:ident $handle:ident;)*) => {$(
        let factory = $federate.$factory().await.expect("it is joined");
        for handle in [$handle::new(0), $handle::new(7)] {
            assert_eq!(factory.decode(&handle.encode()), Ok(handle));
        }
        let encoded = $handle::new(7).encode();
        let rubbish = [&[], &encoded[1..], &[&encoded[..], &[0]].concat(), &$handle::INVALID.encode()[..]];
        for octets in rubbish {
            let error = factory.decode(octets).expect_err("no handle");
            assert_eq!((error.kind, error.octets), (stringify!($handle), octets.len()));
            assert!(error.to_string().starts_with("CouldNotDecode"));
        }
    )*};
}

#[tokio::test]
async fn sup_022_factories_decode_what_was_encoded() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    check_factory!(
        federate,
        get_attribute_handle_factory AttributeHandle;
        get_dimension_handle_factory DimensionHandle;
        get_federate_handle_factory FederateHandle;
        get_interaction_class_handle_factory InteractionClassHandle;
        get_message_retraction_handle_factory MessageRetractionHandle;
        get_object_class_handle_factory ObjectClassHandle;
        get_object_instance_handle_factory ObjectInstanceHandle;
        get_parameter_handle_factory ParameterHandle;
        get_region_handle_factory RegionHandle;
        get_transportation_type_handle_factory TransportationTypeHandle;
    );
    let class = federate.get_object_class_handle("Breaker").await.expect("the FOM has it");
    let factory = federate.get_object_class_handle_factory().await.expect("it is joined");
    assert_eq!(factory.decode(&class.encode()), Ok(class));

    let factory = federate.get_time_factory().await.expect("it is joined");
    assert_eq!(factory.name(), "HLAinteger64Time");
    assert_eq!(factory.initial(), HlaInteger64Time(0).into());
    assert_eq!(factory.final_time(), HlaInteger64Time(i64::MAX).into());
    assert_eq!(factory.epsilon(), HlaInteger64Time(1).into());
    let ten = LogicalTime::from(HlaInteger64Time(10));
    assert_eq!(factory.decode_time(ten.octets()), Ok(ten));
    assert_eq!(factory.decode_interval(ten.octets()), Ok(ten));
    for octets in [&ten.octets()[1..], LogicalTime::from(HlaInteger64Time(-1)).octets()] {
        factory.decode_time(octets).expect_err("no time");
        factory.decode_interval(octets).expect_err("no interval");
    }
    server.shutdown().await;
}

#[tokio::test]
async fn the_time_factory_is_that_of_the_federation() {
    let (server, address) = start_anywhere().await;
    let mut connection = connect(&address).await;
    let time = TimeImplementation::Float64;
    let created = connection.ensure_federation_execution("G", vec![bay_fom()], time).await;
    created.expect("the FOM is one");
    let mut federate = connection
        .join_federation_execution("G", JoinOptions::of_type("bay"))
        .await
        .expect("anybody may");
    let factory = federate.get_time_factory().await.expect("it is joined");
    assert_eq!(factory.name(), "HLAfloat64Time");
    assert_eq!(factory.zero(), HlaFloat64Time(0.0).into());
    assert_eq!(factory.final_time(), HlaFloat64Time(f64::MAX).into());
    factory.decode_time(LogicalTime::from(HlaFloat64Time(f64::NAN)).octets()).expect_err("no time");
    server.shutdown().await;
}

#[tokio::test]
async fn sup_023_only_who_is_joined_has_factories() {
    let (server, address) = start_anywhere().await;
    let mut federate = joined(&address, "A").await;
    let resign = Call::ResignFederationExecution { action: Some(ResignAction::NoAction) };
    federate.call(&resign).await.expect("it owns nothing");
    let not_joined = federate.get_attribute_handle_factory().await;
    assert_eq!(refused(not_joined, "getAttributeHandleFactory"), "FederateNotExecutionMember");
    let not_joined = federate.get_time_factory().await;
    assert_eq!(refused(not_joined, "getTimeFactory"), "FederateNotExecutionMember");
    server.shutdown().await;
    let not_connected = federate.get_attribute_handle_factory().await;
    assert_eq!(refused(not_connected, "getAttributeHandleFactory"), "NotConnected");
    let not_connected = federate.get_time_factory().await;
    assert_eq!(refused(not_connected, "getTimeFactory"), "NotConnected");
}
