//! Code that the build generates from `proto/`; see `build.rs` for how it differs from the schema.

/// Messages of the standard, package `rti1516_2025.fedpro`.
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::too_many_lines, rustdoc::all)]
pub mod fedpro {
    include!(concat!(env!("OUT_DIR"), "/rti1516_2025.fedpro.rs"));
}

/// Our own packages.
pub mod busbar {
    /// The gRPC stream that federates join through, and what operators ask.
    #[allow(missing_docs, unreachable_pub, clippy::all, clippy::too_many_lines, rustdoc::all)]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/busbar.v1.rs"));
    }
}
