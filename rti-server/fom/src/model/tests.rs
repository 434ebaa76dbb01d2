//! The model as the RTI reads it, on the standard MIM.
