//! Running federations, sessions and outboxes.
