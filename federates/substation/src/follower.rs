//! A second federate of a station: knows everything, owns nothing.

use federate_sdk::hla::{Call, Callback};
use federate_sdk::virtual_time::{Due, Kernel, VirtualTime};
use federate_sdk::{KernelDriver, Model};
use training_fom::{Inbox, Member, MemberError, TrainingModel};

/// A follower has no events of its own.
#[derive(Debug)]
enum NoEvent {}

struct Follower {
    inbox: Inbox,
    known: usize,
}

/// Discovers all objects of the station and moves with the exercise.
pub(crate) async fn follow(member: &mut Member) -> Result<(), MemberError> {
    member.inbox.objects.subscribe_all(&mut member.federate).await?;
    let mut model = Follower { inbox: member.inbox.clone(), known: 0 };
    let mut driver = KernelDriver::new(Kernel::new(member.start));
    loop {
        training_fom::run(&mut member.federate, &mut driver, &mut model, crate::tell_idle).await?;
    }
}

impl TrainingModel for Follower {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }
}

impl Model for Follower {
    type Event = NoEvent;
    type Error = MemberError;

    fn deliver(
        &mut self,
        _kernel: &mut Kernel<NoEvent>,
        callback: Callback,
    ) -> Result<(), MemberError> {
        self.inbox.read(callback).map(drop)
    }

    fn handle(
        &mut self,
        _kernel: &mut Kernel<NoEvent>,
        due: Due<NoEvent>,
    ) -> Result<(), MemberError> {
        match due.event {}
    }

    fn outgoing(&mut self, now: VirtualTime) -> Vec<Call> {
        let with_values =
            self.inbox.view().iter().filter(|(_, instance)| !instance.values.is_empty()).count();
        if with_values != std::mem::replace(&mut self.known, with_values) {
            let known = self.inbox.view().len();
            tracing::info!(virtual_time = %now, known, with_values, "objects of the station");
        }
        Vec::new()
    }
}
