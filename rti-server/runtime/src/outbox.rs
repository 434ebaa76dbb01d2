//! What waits for one federate: replies and callbacks, in the order in which they were caused.
//!
//! There is one queue, so nothing ever overtakes anything. Its messages are of two kinds, each
//! with a limit of its own. Replies, advisories, reliable and time-stamp-ordered messages (the
//! *ordered lane*) are never dropped: too many of them are a congestion, which the federation is
//! told of. A best-effort value in receive order (the *latest lane*) makes way for a newer one of
//! the same attribute when the federate is slow. Numbers are given when a message is taken by the
//! transport, so a dropped value leaves no gap.

mod latest;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::{Bytes, BytesMut};
use hla::Callback;
use hla_wire::frame::SequenceNumber;
use hla_wire::to_wire;
use rti_core::CallbackSeq;

use self::latest::LatestLane;
use crate::message::OutgoingBody;
use crate::settings::OutboxSettings;

/// Callbacks sent and not yet reported as handled that are remembered; a federate further behind
/// is heard again when it has caught up.
const SENT_CALLBACKS_MAX: usize = 65_536;

/// What a message costs beside its payload.
const MESSAGE_OVERHEAD_BYTES: usize = 64;

/// A callback with everything that its receivers share.
#[derive(Debug, Clone)]
pub(crate) struct SharedCallback {
    callback: Arc<Callback>,
    encoded: Bytes,
}

impl SharedCallback {
    /// Encodes a callback, once for all who get it.
    pub(crate) fn new(callback: Arc<Callback>) -> Self {
        let encoded = encode(&callback);
        Self { callback, encoded }
    }
}

fn encode(callback: &Callback) -> Bytes {
    let mut octets = BytesMut::new();
    to_wire::callback(callback, &mut octets);
    octets.freeze()
}

/// How full an outbox is after something was put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// As before.
    Unchanged,
    /// It has just reached its limit; the number names this congestion.
    BecameFull(u64),
    /// It is beyond what may wait at all.
    Overflow,
}

/// A message that the transport takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) number: SequenceNumber,
    pub(crate) body: OutgoingBody,
    /// A congestion has just ended.
    pub(crate) drained: bool,
}

#[derive(Debug)]
struct Message {
    content: Content,
    /// Which callback of the federation this is, counted for its receiver.
    callback: Option<CallbackSeq>,
    bytes: usize,
}

#[derive(Debug)]
enum Content {
    Ordered(OutgoingBody),
    /// A best-effort value; without octets when some of its attributes were taken out.
    Latest(Arc<Callback>, Option<Bytes>),
}

#[derive(Debug)]
struct Queue {
    /// Where a message was dropped there is a gap, until there are too many of them.
    messages: VecDeque<Option<Message>>,
    gaps: usize,
    /// Place of the first of `messages`, counted from the first message ever.
    first: u64,
    latest: LatestLane,
    ordered_bytes: usize,
    latest_bytes: usize,
    values_dropped: u64,
    next_number: SequenceNumber,
    sent_callbacks: VecDeque<(SequenceNumber, CallbackSeq)>,
    congestions: u64,
    full: bool,
    finished: bool,
    writer: Option<Waker>,
}

/// The outbox of one session.
#[derive(Debug)]
pub(crate) struct Outbox {
    settings: OutboxSettings,
    queue: Mutex<Queue>,
}

impl Outbox {
    pub(crate) fn new(settings: OutboxSettings) -> Self {
        let queue = Queue {
            messages: VecDeque::new(),
            gaps: 0,
            first: 0,
            latest: LatestLane::default(),
            ordered_bytes: 0,
            latest_bytes: 0,
            values_dropped: 0,
            // One public client waits for ever if the first message is not number 1.
            next_number: SequenceNumber::FIRST.next(),
            sent_callbacks: VecDeque::new(),
            congestions: 0,
            full: false,
            finished: false,
            writer: None,
        };
        Self { settings, queue: Mutex::new(queue) }
    }

    /// Puts in a message of the session itself, or an answer.
    pub(crate) fn put(&self, body: OutgoingBody) -> Fill {
        let bytes = payload_bytes(&body) + MESSAGE_OVERHEAD_BYTES;
        self.append(Message { content: Content::Ordered(body), callback: None, bytes })
    }

    /// Puts in a callback of the federation.
    pub(crate) fn put_callback(&self, callback: &SharedCallback, seq: CallbackSeq) -> Fill {
        let bytes = callback.encoded.len() + MESSAGE_OVERHEAD_BYTES;
        let content = if latest::is_replaceable(&callback.callback) {
            Content::Latest(callback.callback.clone(), Some(callback.encoded.clone()))
        } else {
            Content::Ordered(OutgoingBody::CallbackRequest(callback.encoded.clone()))
        };
        self.append(Message { content, callback: Some(seq), bytes })
    }

    fn append(&self, message: Message) -> Fill {
        let mut queue = self.lock();
        if queue.finished {
            return Fill::Unchanged;
        }
        let fill = match &message.content {
            Content::Latest(callback, _) => {
                let callback = callback.clone();
                queue.append_latest(&callback, message, &self.settings);
                Fill::Unchanged
            }
            Content::Ordered(_) => {
                queue.ordered_bytes += message.bytes;
                queue.messages.push_back(Some(message));
                queue.fill(&self.settings)
            }
        };
        let writer = queue.writer.take();
        drop(queue);
        if let Some(writer) = writer {
            writer.wake();
        }
        fill
    }

    /// The next message for the transport; `None` once the outbox is finished and empty.
    pub(crate) fn poll_take(&self, context: &mut Context<'_>) -> Poll<Option<Taken>> {
        let mut queue = self.lock();
        match queue.take(&self.settings) {
            Some(taken) => Poll::Ready(Some(taken)),
            None if queue.finished => Poll::Ready(None),
            None => {
                queue.writer = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// The federate reports that it handled the callback sent with this number, and with it all
    /// sent before; tells which callback of the federation that was.
    pub(crate) fn handled(&self, number: SequenceNumber) -> Option<CallbackSeq> {
        let mut queue = self.lock();
        let mut handled = None;
        while let Some((sent, seq)) = queue.sent_callbacks.front().copied()
            && !sent.is_newer_than(number)
        {
            queue.sent_callbacks.pop_front();
            handled = Some(seq);
        }
        handled
    }

    /// Forgets which callbacks were not reported as handled: the federate has left.
    pub(crate) fn forget_callbacks(&self) {
        let mut queue = self.lock();
        queue.sent_callbacks.clear();
        queue.messages.iter_mut().flatten().for_each(|message| message.callback = None);
    }

    /// Takes nothing more; what waits is still sent.
    pub(crate) fn finish(&self) {
        self.end(|_| {});
    }

    /// Takes nothing more and drops what waits.
    pub(crate) fn abort(&self) {
        self.end(|queue| {
            queue.messages.clear();
            queue.gaps = 0;
            queue.ordered_bytes = 0;
            queue.latest_bytes = 0;
        });
    }

    fn end(&self, change: impl FnOnce(&mut Queue)) {
        let mut queue = self.lock();
        queue.finished = true;
        change(&mut queue);
        let writer = queue.writer.take();
        drop(queue);
        if let Some(writer) = writer {
            writer.wake();
        }
    }

    /// Octets that wait, headers included.
    pub(crate) fn unsent_bytes(&self) -> usize {
        let queue = self.lock();
        queue.ordered_bytes + queue.latest_bytes
    }

    /// Best-effort values that made way for newer ones.
    pub(crate) fn values_dropped(&self) -> u64 {
        self.lock().values_dropped
    }

    /// Whether the outbox is full.
    pub(crate) fn is_full(&self) -> bool {
        self.lock().full
    }

    /// Whether this congestion has not ended yet.
    pub(crate) fn still_in(&self, congestion: u64) -> bool {
        let queue = self.lock();
        queue.full && queue.congestions == congestion && !queue.finished
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn fill(&mut self, settings: &OutboxSettings) -> Fill {
        if self.ordered_bytes > settings.ordered_bytes_closed {
            return Fill::Overflow;
        }
        if self.full || self.ordered_bytes < settings.ordered_bytes_max {
            return Fill::Unchanged;
        }
        self.full = true;
        self.congestions += 1;
        Fill::BecameFull(self.congestions)
    }

    fn take(&mut self, settings: &OutboxSettings) -> Option<Taken> {
        let message = loop {
            let message = self.messages.pop_front()?;
            self.first += 1;
            match message {
                Some(message) => break message,
                None => self.gaps -= 1,
            }
        };
        let body = match message.content {
            Content::Ordered(body) => {
                self.ordered_bytes -= message.bytes;
                body
            }
            Content::Latest(callback, encoded) => {
                self.latest_bytes -= message.bytes;
                self.latest.sent(self.first - 1, &callback);
                OutgoingBody::CallbackRequest(encoded.unwrap_or_else(|| encode(&callback)))
            }
        };
        let number = self.next_number;
        self.next_number = number.next();
        if let Some(seq) = message.callback {
            if self.sent_callbacks.len() >= SENT_CALLBACKS_MAX {
                self.sent_callbacks.pop_front();
            }
            self.sent_callbacks.push_back((number, seq));
        }
        // Half way down, so that one message more or less does not say "full" and "normal" in turn.
        let drained = self.full && self.ordered_bytes <= settings.ordered_bytes_max / 2;
        if drained {
            self.full = false;
        }
        Some(Taken { number, body, drained })
    }
}

fn payload_bytes(body: &OutgoingBody) -> usize {
    match body {
        OutgoingBody::CallResponse { response, .. } => response.len(),
        OutgoingBody::CallbackRequest(request) => request.len(),
        OutgoingBody::SessionOpened
        | OutgoingBody::HeartbeatResponse { .. }
        | OutgoingBody::SessionTerminated => 0,
    }
}
