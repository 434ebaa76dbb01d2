//! Vocabulary of the High Level Architecture: handles, times, calls, callbacks, exceptions.
