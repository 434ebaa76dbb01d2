//! Symmetrical components (MODEL C.2): what a quantity is in each sequence and in each phase.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::network::Complex;

/// One electrical quantity as its zero, positive and negative sequence, referred to phase a.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sequences {
    /// Zero sequence.
    pub zero: Complex,
    /// Positive sequence.
    pub positive: Complex,
    /// Negative sequence.
    pub negative: Complex,
}

impl Sequences {
    /// A balanced quantity.
    #[must_use]
    pub fn balanced(positive: Complex) -> Self {
        Self { positive, ..Self::default() }
    }

    /// The three phases a, b, c.
    #[must_use]
    pub fn phases(&self) -> [Complex; 3] {
        let a = Complex::new(-0.5, 3f64.sqrt() / 2.0);
        let (zero, one, two) = (self.zero, self.positive, self.negative);
        [zero + one + two, zero + a * a * one + a * two, zero + a * one + a * a * two]
    }

    /// Magnitudes of the three phases.
    #[must_use]
    pub fn magnitudes(&self) -> [f64; 3] {
        self.phases().map(|p| p.norm())
    }

    /// Sum of the three phases, `3 I0`.
    #[must_use]
    pub fn residual(&self) -> Complex {
        self.zero * 3.0
    }
}

impl Add for Sequences {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            zero: self.zero + other.zero,
            positive: self.positive + other.positive,
            negative: self.negative + other.negative,
        }
    }
}

impl AddAssign for Sequences {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Sequences {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Sequences {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Mul<f64> for Sequences {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self {
            zero: self.zero * factor,
            positive: self.positive * factor,
            negative: self.negative * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_quantity_has_three_equal_phases_and_no_residual() {
        let s = Sequences::balanced(Complex::new(3.0, 4.0));
        assert!(s.magnitudes().iter().all(|m| (m - 5.0).abs() < 1e-12));
        assert!(s.phases().iter().sum::<Complex>().norm() < 1e-12);
        assert_eq!(s.residual(), Complex::ZERO);
        // Phase b lags phase a by 120 degrees.
        let [a, b, _] = s.phases();
        assert!(((b / a).arg().to_degrees() + 120.0).abs() < 1e-9);
    }

    #[test]
    fn equal_sequences_are_a_current_in_phase_a_alone() {
        let one = Complex::new(0.0, -1.0);
        let s = Sequences { zero: one, positive: one, negative: one };
        let [a, b, c] = s.magnitudes();
        assert!((a - 3.0).abs() < 1e-12 && b < 1e-12 && c < 1e-12);
        assert!((s.residual() - Complex::new(0.0, -3.0)).norm() < 1e-12);
    }
}
