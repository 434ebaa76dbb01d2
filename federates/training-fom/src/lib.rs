//! The object model of the training federates.
