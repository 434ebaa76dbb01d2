//! Somebody who looks on and knows what federates may count on: from calls, answers and callbacks
//! alone, and from what the RTI says of time bounds when asked.

use std::collections::BTreeMap;

use hla::{Callback, FederateHandle, OrderType, TimeImplementation, TimePoint};

use crate::federates::{Event, Federates};

const TYPES: TimeImplementation = TimeImplementation::Integer64;

/// The last time granted to each federate that is constrained.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Onlooker {
    granted: BTreeMap<FederateHandle, TimePoint>,
}

impl Onlooker {
    pub(crate) fn saw(&mut self, federates: &Federates, events: &[Event]) {
        let status = federates.federation.status();
        for event in events {
            let (who, callback) = match event {
                Event::Left(who) => {
                    self.granted.remove(who);
                    continue;
                }
                Event::Told(who, callback) => (*who, callback.as_ref()),
            };
            let row = status.federates.iter().find(|row| row.handle == who);
            let Some(row) = row else { continue };
            match callback {
                Callback::TimeAdvanceGrant { time } | Callback::FlushQueueGrant { time, .. } => {
                    let time = TYPES.read(*time).expect("a grant is to a time");
                    let before = self.granted.insert(who, time);
                    assert!(
                        before.is_none_or(|before| before <= time),
                        "{who} went back to {time:?}"
                    );
                    // Regulators only go on, so what bounded the grant still does.
                    let passes = row.galt.is_some_and(|galt| time > galt);
                    assert!(!row.constrained || !passes, "{who} was granted beyond {:?}", row.galt);
                }
                Callback::FederationRestored | Callback::FederationNotRestored { .. } => {
                    self.granted.insert(who, row.logical_time);
                }
                Callback::ReflectAttributeValues { stamp: Some(stamp), .. }
                | Callback::ReceiveInteraction { stamp: Some(stamp), .. }
                | Callback::ReceiveDirectedInteraction { stamp: Some(stamp), .. }
                | Callback::RemoveObjectInstance { stamp: Some(stamp), .. }
                    if stamp.received_order == OrderType::TimeStamp =>
                {
                    let time = TYPES.read(stamp.time).expect("a message has a time");
                    let granted = self.granted.get(&who);
                    assert!(
                        granted.is_none_or(|granted| *granted <= time),
                        "{who} is at {granted:?} and gets a message of {time:?}"
                    );
                }
                _ => {}
            }
        }
    }
}
