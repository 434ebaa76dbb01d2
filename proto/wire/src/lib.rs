//! Federate Protocol messages and their conversion to and from the HLA vocabulary.
