//! Electrical network model, solvers, faults and protection elements.
