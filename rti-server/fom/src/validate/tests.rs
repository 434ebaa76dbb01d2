use hla::{HlaError, OrderType, TransportationTypeHandle};

use crate::{
    FomErrorKind::InvalidFom,
    FomModel,
    fixture::{
        E2010, E2025, attribute, check_warning, class, created, file, fom, interaction,
        interactions, objects, parameter, refused,
    },
};

#[test]
fn unknown_types_are_told_with_type_user_and_line() {
    let unknown = attribute("x").replace("HLAopaqueData", "Nothing");
    let module = fom(E2025, "m.xml", &objects(&format!("\n{}", class("A", &unknown))));
    let parts = ["m.xml", "line 2", "Nothing", "attribute x"];
    refused(&[module], InvalidFom, &parts);
    let unknown = parameter("x").replace("HLAopaqueData", "Nothing");
    let module = fom(E2025, "m", &interactions(&interaction("X", &unknown)));
    refused(&[module], InvalidFom, &["Nothing", "parameter x"]);
    for table in [
        "<dimensions><dimension><name>D</name><inputDataTypes><dataType>Nothing</dataType>\
         </inputDataTypes></dimension></dimensions>",
        "<tags><updateReflectTag><dataType>Nothing</dataType></updateReflectTag></tags>",
        "<time><lookahead><dataType>Nothing</dataType></lookahead></time>",
        "<synchronizations><synchronizationPoint><label>P</label><dataType>Nothing</dataType>\
         </synchronizationPoint></synchronizations>",
    ] {
        refused(&[fom(E2025, "m", table)], InvalidFom, &["Nothing", "m"]);
        created(&[fom(E2025, "m", &table.replace("Nothing", "NA"))]);
        created(&[fom(E2025, "m", &table.replace("Nothing", "HLAoctet"))]);
    }
}

#[test]
fn references_name_a_class_and_one_of_its_attributes() {
    let reference = |class: &str, attribute: &str| {
        let types = format!(
            "<dataTypes><referenceDataTypes><referenceDataType><name>R</name>\
             <representation>HLAopaqueData</representation><referenceClass>{class}</referenceClass>\
             <referencedAttribute>{attribute}</referencedAttribute></referenceDataType>\
             </referenceDataTypes></dataTypes>"
        );
        fom(E2025, "m", &types)
    };
    created(&[reference("HLAmanager.HLAfederate", "HLAfederateName")]);
    created(&[reference("HLAobjectRoot", "HLAobjectInstanceHandle")]);
    refused(&[reference("Nothing", "x")], InvalidFom, &["Nothing", "R"]);
    refused(&[reference("HLAobjectRoot", "x")], InvalidFom, &["attribute x", "R"]);
}

#[test]
fn dimensions_and_transports_must_be_defined() {
    let dimension = "<dimensions><dimension>Nothing</dimension></dimensions>";
    let inside = attribute("x").replace("</attribute>", &format!("{dimension}</attribute>"));
    refused(&[fom(E2010, "m", &objects(&class("A", &inside)))], InvalidFom, &["Nothing"]);
    refused(&[fom(E2025, "m", &objects(&class("A", dimension)))], InvalidFom, &["Nothing"]);
    let module = fom(E2010, "m", &interactions(&interaction("X", dimension)));
    refused(&[module], InvalidFom, &["dimension Nothing"]);
    let own = "<transportations><transportation><name>Own</name><reliable>No</reliable>\
               </transportation></transportations>";
    let inside = attribute("x").replace("HLAreliable", "Own");
    created(&[fom(E2010, "m1", &objects(&class("A", &inside))), fom(E2010, "m2", own)]);
}

#[test]
fn b068_missing_orders_and_transports_are_warned_of() {
    let model = created(&[file!("testdata/missing-order.xml")]);
    let unit = model.object_class_handle("Unit").unwrap();
    let position = model.attribute(model.attribute_handle(unit, "Position").unwrap()).unwrap();
    assert_eq!(position.order, OrderType::TimeStamp);
    assert_eq!(position.transportation, TransportationTypeHandle::RELIABLE);
    check_warning(&model, &["missing-order.xml", "line 15", "Position", "order", "TimeStamp"]);
    check_warning(&model, &["Position", "transportation", "HLAreliable"]);
    assert_eq!(model.warnings().len(), 2);

    let stated = "<transportation>HLAbestEffort</transportation><order>Receive</order>";
    let inner = interaction("Y", "");
    let module = fom(E2010, "m", &interactions(&interaction("X", &format!("{stated}{inner}"))));
    let model = created(&[module]);
    let y = model.interaction_class(model.interaction_class_handle("X.Y").unwrap()).unwrap();
    assert_eq!(y.order, OrderType::Receive, "taken from the parent");
    assert_eq!(y.transportation, TransportationTypeHandle::BEST_EFFORT);
    check_warning(&model, &["HLAinteractionRoot.X.Y", "parent"]);
}

#[test]
fn names_of_the_standard_are_warned_of() {
    let module = fom(E2010, "m", &objects(&class("HLAthing", &attribute("HLAx"))));
    let model = created(&[module]);
    check_warning(&model, &["HLAthing", "reserved"]);
    check_warning(&model, &["HLAx", "reserved"]);
    assert_eq!(created(&[fom(E2010, "m", &objects(&class("A", "")))]).warnings(), []);
}

#[test]
fn refusals_become_exceptions_of_either_edition() {
    let module = fom(E2010, "m.xml", &objects(&class("A", &attribute("a b"))));
    let error = FomModel::create(None, &[module]).unwrap_err();
    assert_eq!(error.place().module, "m.xml");
    let exception = HlaError::from(error);
    assert_eq!(exception.exception_name(), "InvalidFOM");
    assert!(exception.details().contains("m.xml"));
    assert_eq!(exception.in_2010_terms().exception_name(), "ErrorReadingFDD");
}

#[test]
fn inherited_members_have_a_limit() {
    let members: String = (0..1_100).map(|number| attribute(&format!("a{number}"))).collect();
    let classes: String = (0..1_000).map(|number| class(&format!("C{number}"), "")).collect();
    let module = fom(E2010, "m", &objects(&class("Wide", &(members + &classes))));
    refused(&[module], InvalidFom, &["1000000"]);
}
