//! What pages order, and how the answer gets back to them.

use federate_sdk::virtual_time::Speed;
use hla_wire::generated::busbar::v1 as wire;
use tokio::sync::oneshot;
use training_fom::FaultKind;

use crate::layout::Layout;

/// An order of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Order {
    /// Begin the prepared exercise.
    Start,
    /// Let virtual time stand still.
    Pause,
    /// Let it go on.
    Resume,
    /// Pace it at another speed.
    SetSpeed(Speed),
    /// Begin a short circuit now.
    InjectFault(FaultOrder),
}

/// A short circuit that a page asks for; numbers are finite and in their range.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultOrder {
    /// Node or line of the drawn station.
    pub target: String,
    /// Place on a line from its first node, 0 to 1; 0 at a node.
    pub fraction: f64,
    /// Its type.
    pub kind: FaultKind,
    /// Faulted phases, for example `ABC`.
    pub phases: String,
    /// Resistance in ohm, not negative.
    pub resistance_ohm: f64,
    /// Whether it stays while its place is dead.
    pub permanent: bool,
}

/// An order that waits for its answer. Dropped without one, the page is told so.
#[derive(Debug)]
pub struct PendingOrder {
    order: Order,
    origin: String,
    answer: oneshot::Sender<Result<(), String>>,
}

impl PendingOrder {
    pub(crate) fn new(
        order: Order,
        origin: String,
    ) -> (Self, oneshot::Receiver<Result<(), String>>) {
        let (answer, answered) = oneshot::channel();
        (Self { order, origin, answer }, answered)
    }

    /// What is ordered.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Network address of the page, for the log.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Tells the page that it will be done.
    pub fn accept(self) {
        // A page that has gone needs no answer.
        let _ = self.answer.send(Ok(()));
    }

    /// Tells the page why not, in a sentence for a person.
    pub fn refuse(self, reason: impl Into<String>) {
        let _ = self.answer.send(Err(reason.into()));
    }
}

impl Order {
    /// Reads an order of a page. The error is a sentence for the person who gave it.
    pub(crate) fn read(
        request: wire::OrderRequest,
        layout: &Layout,
        fault_kinds: &[FaultKind],
    ) -> Result<Self, String> {
        use wire::order_request::Order as Wire;
        Ok(match request.order.ok_or("the request contains no order known to this server")? {
            Wire::Start(_) => Self::Start,
            Wire::Pause(_) => Self::Pause,
            Wire::Resume(_) => Self::Resume,
            Wire::SetSpeed(order) => Self::SetSpeed(match order.speed {
                0 => Speed::Max,
                factor => Speed::from_factor(factor)
                    .ok_or_else(|| format!("{factor}x is none of 1x, 2x, 10x, 60x, max"))?,
            }),
            Wire::InjectFault(order) => {
                Self::InjectFault(FaultOrder::read(order, layout, fault_kinds)?)
            }
        })
    }
}

impl FaultOrder {
    fn read(
        order: wire::InjectFault,
        layout: &Layout,
        fault_kinds: &[FaultKind],
    ) -> Result<Self, String> {
        let kind = match order.kind() {
            wire::ShortCircuit::Unspecified => return Err("a fault needs a type".into()),
            wire::ShortCircuit::ThreePhase => FaultKind::ThreePhase,
            wire::ShortCircuit::LineToGround => FaultKind::LineToGround,
            wire::ShortCircuit::LineToLine => FaultKind::LineToLine,
            wire::ShortCircuit::LineToLineToGround => FaultKind::LineToLineToGround,
        };
        let (name, phases) = usual_phases(kind);
        if !fault_kinds.contains(&kind) {
            return Err(format!("not yet built: {name} faults"));
        }
        if !layout.is_fault_place(&order.target) {
            let station = layout.station();
            return Err(format!("{} is neither a node nor a line of {station}", order.target));
        }
        if !(0.0..=1.0).contains(&order.fraction) {
            return Err(format!("place {} on the line is not between 0 and 1", order.fraction));
        }
        if !(order.resistance_ohm >= 0.0 && order.resistance_ohm.is_finite()) {
            let resistance = order.resistance_ohm;
            return Err(format!("resistance {resistance} ohm is not a number from 0"));
        }
        let phases = if order.phases.is_empty() { phases.to_owned() } else { order.phases };
        let unknown = |phase: char| !"ABC".contains(phase);
        if phases.len() > 3 || phases.contains(unknown) {
            return Err(format!("phases {phases} are not of A, B, C"));
        }
        Ok(Self {
            target: order.target,
            fraction: order.fraction,
            kind,
            phases,
            resistance_ohm: order.resistance_ohm,
            permanent: order.permanent,
        })
    }
}

/// Name of a type of fault, and the phases it has when nobody says which.
fn usual_phases(kind: FaultKind) -> (&'static str, &'static str) {
    match kind {
        FaultKind::ThreePhase => ("three-phase", "ABC"),
        FaultKind::LineToGround => ("line-to-ground", "A"),
        FaultKind::LineToLine => ("line-to-line", "BC"),
        FaultKind::LineToLineToGround => ("line-to-line-to-ground", "BC"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(order: wire::order_request::Order) -> Result<Order, String> {
        let layout = Layout::builtin("ts220").expect("shipped");
        let request = wire::OrderRequest { order: Some(order) };
        Order::read(request, &layout, &[FaultKind::ThreePhase])
    }

    fn fault() -> wire::InjectFault {
        wire::InjectFault {
            target: "F911".into(),
            fraction: 0.5,
            kind: wire::ShortCircuit::ThreePhase.into(),
            ..Default::default()
        }
    }

    fn read_fault(order: wire::InjectFault) -> Result<Order, String> {
        read(wire::order_request::Order::InjectFault(order))
    }

    #[test]
    fn a_three_phase_fault_on_a_line_or_node_is_read_with_its_usual_phases() {
        let Ok(Order::InjectFault(order)) = read_fault(fault()) else { panic!("refused") };
        assert_eq!(
            (order.target.as_str(), order.fraction, order.phases.as_str()),
            ("F911", 0.5, "ABC")
        );
        let node = wire::InjectFault { target: "10-I".into(), fraction: 0.0, ..fault() };
        assert!(read_fault(node).is_ok());
    }

    #[test]
    fn a_fault_that_makes_no_sense_is_refused_with_the_reason() {
        let reason = |order| read_fault(order).expect_err("refused");
        let slg = wire::ShortCircuit::LineToGround.into();
        assert_eq!(
            reason(wire::InjectFault { kind: slg, ..fault() }),
            "not yet built: line-to-ground faults"
        );
        assert_eq!(
            reason(wire::InjectFault { target: "QF911".into(), ..fault() }),
            "QF911 is neither a node nor a line of ts220"
        );
        assert_eq!(reason(wire::InjectFault { kind: 0, ..fault() }), "a fault needs a type");
        assert_eq!(reason(wire::InjectFault { kind: 99, ..fault() }), "a fault needs a type");
        for fraction in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(reason(wire::InjectFault { fraction, ..fault() }).contains("between 0 and 1"));
        }
        for resistance_ohm in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(reason(wire::InjectFault { resistance_ohm, ..fault() }).contains("ohm"));
        }
        assert!(reason(wire::InjectFault { phases: "AX".into(), ..fault() }).contains("AX"));
    }

    #[test]
    fn only_the_fixed_speeds_are_taken() {
        use wire::order_request::Order::SetSpeed;
        for (speed, wanted) in [(0, Speed::Max), (1, Speed::Times1), (60, Speed::Times60)] {
            assert_eq!(read(SetSpeed(wire::SetSpeed { speed })), Ok(Order::SetSpeed(wanted)));
        }
        assert_eq!(
            read(SetSpeed(wire::SetSpeed { speed: 3 })),
            Err("3x is none of 1x, 2x, 10x, 60x, max".into())
        );
    }
}
