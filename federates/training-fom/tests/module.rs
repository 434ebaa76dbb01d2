//! The typed Rust of the training FOM says what its module says.

use federate_sdk::{InteractionType, ObjectType};
use rti_fom::{DataTypeDefinition, FomModel};
use training_fom as fom;

fn model() -> FomModel {
    FomModel::create(None, &[fom::module()]).expect("the module is valid")
}

fn check_object<T: ObjectType>(model: &FomModel) {
    let class = model.object_class_handle(T::CLASS).unwrap_or_else(|| panic!("{}", T::CLASS));
    for name in T::ATTRIBUTES {
        assert!(model.attribute_handle(class, name).is_some(), "{}.{name}", T::CLASS);
    }
    let of_class = &model.object_class(class).expect("just found").attributes;
    // The delete privilege is everybody's and no value.
    assert_eq!(of_class.len(), T::ATTRIBUTES.len() + 1, "{} has other attributes too", T::CLASS);
}

fn check_interaction<T: InteractionType>(model: &FomModel) {
    let class = model.interaction_class_handle(T::CLASS).unwrap_or_else(|| panic!("{}", T::CLASS));
    for name in T::PARAMETERS {
        assert!(model.parameter_handle(class, name).is_some(), "{}.{name}", T::CLASS);
    }
    let of_class = &model.interaction_class(class).expect("just found").parameters;
    assert_eq!(of_class.len(), T::PARAMETERS.len(), "{} has other parameters too", T::CLASS);
}

#[test]
fn every_class_has_the_attributes_and_parameters_of_its_type() {
    let model = model();
    check_object::<fom::Participant>(&model);
    check_object::<fom::Exercise>(&model);
    check_object::<fom::SwitchingDevice>(&model);
    check_object::<fom::ConnectivityNode>(&model);
    check_object::<fom::CurrentTransformer>(&model);
    check_object::<fom::Line>(&model);
    check_object::<fom::PowerTransformer>(&model);
    check_object::<fom::Network>(&model);
    check_interaction::<fom::ProtectionEvent>(&model);
    check_interaction::<fom::Alarm>(&model);
    check_interaction::<fom::SwitchCommand>(&model);
    check_interaction::<fom::CommandResult>(&model);
    check_interaction::<fom::FaultInception>(&model);
    check_interaction::<fom::FaultCleared>(&model);
}

/// Names and values of an enumeration of the module.
fn enumerators(model: &FomModel, name: &str) -> Vec<(String, Vec<i128>)> {
    match &model.data_type(name).unwrap_or_else(|| panic!("{name}")).definition {
        DataTypeDefinition::Enumerated { enumerators, .. } => enumerators
            .iter()
            .map(|enumerator| (enumerator.name.clone(), enumerator.values.clone()))
            .collect(),
        other => panic!("{name} is {other:?}"),
    }
}

macro_rules! check_enumerations {
    ($model:expr, $($name:ident)*) => {$(
        let of_type: Vec<_> = fom::$name::ALL
            .iter()
            .map(|member| (format!("{member:?}"), vec![i128::from(member.value())]))
            .collect();
        assert_eq!(enumerators($model, stringify!($name)), of_type, stringify!($name));
    )*};
}

#[test]
fn every_enumeration_has_the_members_of_its_type() {
    let model = model();
    check_enumerations! {
        &model,
        RunState DeviceKind SwitchPosition Energisation FaultKind ProtectionAction Operation
    }
}

#[test]
fn every_record_has_the_fields_of_its_type_in_order() {
    let model = model();
    let records = [
        ("Identity", "Station VoltageLevel Bay"),
        ("SwitchState", "Stamp Position Cause"),
        ("NodeState", "Stamp Kilovolts Degrees Energisation"),
        ("PhaseCurrents", "Stamp A B C Residual"),
        ("PowerFlow", "Stamp FromMw FromMvar ToMw ToMvar"),
        ("PowerBalance", "Stamp LoadMw LostLoadMw LossesMw Converged"),
    ];
    for (name, wanted) in records {
        let DataTypeDefinition::FixedRecord { fields, .. } =
            &model.data_type(name).unwrap_or_else(|| panic!("{name}")).definition
        else {
            panic!("{name} is no record")
        };
        let fields: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(fields.join(" "), wanted, "{name}");
    }
}

#[test]
fn its_switches_grant_the_constrained_and_clean_up_after_the_lost() {
    let switches = model().switches();
    assert!(switches.non_regulated_grant && switches.auto_provide);
    let action = federate_sdk::hla::ResignAction::CancelThenDeleteThenDivest;
    assert_eq!(switches.automatic_resign_action, action);
}
