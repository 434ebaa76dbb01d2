//! FOM and MIM modules read, merged and validated.
