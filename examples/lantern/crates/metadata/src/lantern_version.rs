//! The feature `lantern.version`: which formats of our own a lantern may write and send.
//!
//! Lantern speaks a protocol that it shares with other servers and mirrors their level table. It
//! cannot add a level there, so every format of its own is gated here.
//!
//! - Level 0 is the formats of 1.0.0. An image without a finalized level reads as 0.
//! - Level 1 is the formats of 1.0.0 too, and never anything else: nodes of 1.0.0 advertise it.
//! - Level 2, in 1.1.0, reserves oil before a beam is written.
//! - Level 3, in 1.2.0, trims many wicks with one call: `WickTrim` version 1.

/// The name under which nodes advertise the feature.
pub const LANTERN_VERSION_FEATURE: &str = "lantern.version";

/// The lowest level that this build supports.
pub const LANTERN_VERSION_MIN: i16 = 0;

/// The highest level that this build supports, and the newest production level.
pub const LANTERN_VERSION_MAX: i16 = 3;

/// Level at which oil is reserved before a beam is written.
pub const OIL_RESERVATION_MIN_LEVEL: i16 = 2;
/// Level at which one `WickTrim` may name many wicks.
pub const WICK_BATCH_MIN_LEVEL: i16 = 3;

/// The level that a fresh cluster starts at: servers of other makes read an unknown feature as 0.
pub const LANTERN_VERSION_BOOTSTRAP: i16 = 0;

/// A call between lanterns only. Its key is 1000 or more, so that no shared key can meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrivateRpc {
    /// A lantern asks the leader to trim wicks.
    WickTrim,
    /// An observer reads the log of flames.
    FlameFetch,
}

impl PrivateRpc {
    /// The key of this call.
    #[must_use]
    pub const fn api_key(self) -> i16 {
        match self {
            Self::WickTrim => 1003,
            Self::FlameFetch => 1004,
        }
    }

    /// The call with that key.
    #[must_use]
    pub const fn from_api_key(api_key: i16) -> Option<Self> {
        match api_key {
            1003 => Some(Self::WickTrim),
            1004 => Some(Self::FlameFetch),
            _ => None,
        }
    }

    /// The highest version that a node may send at a finalized level; `None` above what we know.
    #[must_use]
    pub const fn max_request_version(self, lantern_version: i16) -> Option<i16> {
        if lantern_version < LANTERN_VERSION_MIN || lantern_version > LANTERN_VERSION_MAX {
            return None;
        }
        Some(match self {
            Self::WickTrim => match lantern_version {
                0..=2 => 0,
                _ => 1,
            },
            Self::FlameFetch => 0,
        })
    }
}

/// The highest version of the private call `api_key` that a node may send at a finalized level.
#[must_use]
pub const fn private_rpc_version(api_key: i16, lantern_version: i16) -> Option<i16> {
    match PrivateRpc::from_api_key(api_key) {
        Some(rpc) => rpc.max_request_version(lantern_version),
        None => None,
    }
}
