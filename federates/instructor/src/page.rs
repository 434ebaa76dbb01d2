//! What the console page shows of an exercise.

use console::{Console, FederateStatus, Feed, Membership, PendingOrder, RunStatus};
use federate_sdk::virtual_time::VirtualTime;

use crate::exercise::Notice;
use crate::log::Observed;

/// A running console and the list of federates that it shows.
pub(crate) struct Page {
    console: Console,
    feed: Feed,
    station: String,
    federates: Vec<FederateStatus>,
}

impl Page {
    pub(crate) fn new(console: Console, station: &str) -> Self {
        let feed = console.feed();
        Self { console, feed, station: station.into(), federates: Vec::new() }
    }

    /// The next order of a page; never, once the console has stopped.
    pub(crate) async fn next_order(&mut self) -> PendingOrder {
        match self.console.next_order().await {
            Some(order) => order,
            None => std::future::pending().await,
        }
    }

    pub(crate) fn show(&mut self, notice: &Notice, now: VirtualTime) {
        match notice {
            Notice::Updated { name, object } => self.feed.object(name, object),
            Notice::Observed(Observed::Event(event)) => self.feed.event(event),
            Notice::Joined { name, kind } => {
                self.member(name, kind, Membership::Joined, now, "");
            }
            Notice::Left { name } => self.member(name, "", Membership::Resigned, now, ""),
            Notice::Lost { name, time, fault } => {
                self.member(name, "", Membership::Lost, *time, fault);
            }
            // A position is told by the update that carries it.
            Notice::Observed(Observed::Position { .. })
            | Notice::WaitingFor(_)
            | Notice::Started
            | Notice::Time(_)
            | Notice::Judged(_) => {}
        }
    }

    pub(crate) fn show_run(&self, status: RunStatus) {
        self.feed.run(status);
    }

    fn member(
        &mut self,
        name: &str,
        role: &str,
        membership: Membership,
        since: VirtualTime,
        reason: &str,
    ) {
        let known = self.federates.iter().position(|federate| federate.name == name);
        let (role, station) = match known {
            Some(place) => {
                let known = self.federates.remove(place);
                (if role.is_empty() { known.role } else { role.into() }, known.station)
            }
            None => (role.into(), self.station.clone()),
        };
        let reason = reason.into();
        let (name, place) = (name.into(), known.unwrap_or(self.federates.len()));
        let status = FederateStatus { name, role, station, membership, since, reason };
        self.federates.insert(place, status);
        self.feed.federates(self.federates.clone());
    }
}
