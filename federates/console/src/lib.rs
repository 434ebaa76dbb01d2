//! The web console shared by instructor and trainee.
