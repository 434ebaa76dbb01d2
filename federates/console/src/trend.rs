//! Samples of one measured object, as they were told.
//!
//! Frames to a page are conflated; a trend is not, so a peak between two frames is still drawn.

use std::collections::VecDeque;

use hla_wire::generated::busbar::v1 as wire;

/// Samples kept of one object; at 50 a second this is 40 virtual seconds of constant change.
pub(crate) const SAMPLES_MAX: usize = 2_000;
/// Values of a sample, at most.
pub(crate) const QUANTITIES_MAX: usize = 4;

/// Values of one instant; what the object does not have is zero and not told.
pub(crate) type Values = [f64; QUANTITIES_MAX];

/// The newest samples of one object.
#[derive(Debug, Clone)]
pub(crate) struct Trend {
    quantities: &'static [&'static str],
    samples: VecDeque<(i64, Values)>,
    /// Number of the newest sample.
    newest: u64,
}

impl Trend {
    pub(crate) fn new(quantities: &'static [&'static str]) -> Self {
        debug_assert!(quantities.len() <= QUANTITIES_MAX, "quantities fit a sample");
        Self { quantities, samples: VecDeque::new(), newest: 0 }
    }

    pub(crate) fn push(&mut self, stamp_us: i64, values: Values) {
        // A value that is told again, because somebody joined, is no new sample.
        if self.samples.back() == Some(&(stamp_us, values)) {
            return;
        }
        if self.samples.len() == SAMPLES_MAX {
            self.samples.pop_front();
        }
        self.samples.push_back((stamp_us, values));
        self.newest += 1;
    }

    /// The samples numbered above `after`, oldest first.
    pub(crate) fn since(&self, after: u64, server: &str) -> wire::TrendResponse {
        let kept = self.samples.len();
        let oldest = self.newest - u64::try_from(kept).unwrap_or(u64::MAX).min(self.newest);
        let numbered = (oldest + 1..).zip(&self.samples).filter(|(number, _)| *number > after);
        let samples = numbered.map(|(number, (stamp_us, values))| wire::TrendSample {
            number,
            stamp_us: *stamp_us,
            values: values.iter().take(self.quantities.len()).copied().collect(),
        });
        wire::TrendResponse {
            server: server.to_owned(),
            quantities: self.quantities.iter().map(|&name| name.to_owned()).collect(),
            samples: samples.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_samples_of_one_instant_are_kept_and_a_repetition_is_not() {
        let mut trend = Trend::new(&["a"]);
        trend.push(5, [1.0, 0.0, 0.0, 0.0]);
        trend.push(5, [9.0, 0.0, 0.0, 0.0]);
        trend.push(5, [9.0, 0.0, 0.0, 0.0]);
        let told = trend.since(0, "s");
        let seen: Vec<_> = told.samples.iter().map(|s| (s.number, s.values.clone())).collect();
        assert_eq!(seen, [(1, vec![1.0]), (2, vec![9.0])]);
    }

    #[test]
    fn a_page_gets_what_it_has_not_and_never_more_than_is_kept() {
        let mut trend = Trend::new(&["a", "b"]);
        for stamp in 0..3_000_i64 {
            trend.push(stamp, [stamp as f64, 0.0, 0.0, 0.0]);
        }
        assert_eq!(trend.since(0, "s").samples.len(), SAMPLES_MAX);
        let told = trend.since(2_998, "s");
        assert_eq!(told.samples.iter().map(|s| s.number).collect::<Vec<_>>(), [2_999, 3_000]);
        assert_eq!(told.samples[0].stamp_us, 2_998);
        assert!(trend.since(3_000, "s").samples.is_empty());
    }
}
