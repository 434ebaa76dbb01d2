//! The substation federate.
