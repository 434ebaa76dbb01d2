//! Newton-Raphson on complex power in polar coordinates (MODEL B.3).
//!
//! Every bus has two unknowns, angle and magnitude; what a bus holds fixed keeps its column and
//! gets an identity row. So the pattern depends on the bus set alone and survives PV buses
//! turning into PQ buses, at the price of a few trivial rows.

use crate::admittance::Rows;
use crate::network::Complex;
use crate::sparse::{Singular, SparseSystem};

/// What a bus holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Control {
    /// Voltage and angle.
    Reference,
    /// Active power and voltage.
    Voltage,
    /// Active and reactive power.
    Power,
}

/// A power-flow problem of one island.
pub(super) struct Problem<'a, D> {
    pub(super) system: &'a SparseSystem,
    pub(super) rows: &'a Rows,
    pub(super) controls: &'a [Control],
    /// Generated power per bus, pu; what a bus does not hold is ignored.
    pub(super) generation: &'a [Complex],
    /// Demand of a bus at a voltage magnitude, and its derivative.
    pub(super) demand: D,
}

/// How far one iteration may move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Full,
    /// No angle by more than 30 degrees, no magnitude by more than 0.2 pu.
    Damped,
}

/// No solution was reached; says why.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub(super) enum NoSolution {
    #[error(transparent)]
    Singular(#[from] Singular),
    #[error("mismatch is {mismatch_pu:e} pu after {iterations} iterations")]
    Diverged { mismatch_pu: f64, iterations: u32 },
}

const TOLERANCE_PU: f64 = 1e-8;
const ITERATIONS: u32 = 20;

/// Pattern of the Jacobian: a 2 x 2 block per entry of the admittance matrix.
pub(super) fn pattern(rows: &Rows) -> impl Iterator<Item = (usize, usize)> + '_ {
    rows.iter().enumerate().flat_map(|(i, row)| {
        row.iter().flat_map(move |&(k, _)| {
            [(2 * i, 2 * k), (2 * i, 2 * k + 1), (2 * i + 1, 2 * k), (2 * i + 1, 2 * k + 1)]
        })
    })
}

impl<D: Fn(usize, f64) -> (Complex, Complex)> Problem<'_, D> {
    /// Solves from a start; returns the voltages and the number of iterations.
    pub(super) fn solve(
        &self,
        start: &[Complex],
        step: Step,
    ) -> Result<(Vec<Complex>, u32), NoSolution> {
        let mut angle: Vec<f64> = start.iter().map(|v| v.arg()).collect();
        let mut magnitude: Vec<f64> = start.iter().map(|v| v.norm()).collect();
        let mut v = start.to_vec();
        // A damped walk makes at least the progress of a full step in twice the iterations.
        let limit = if step == Step::Damped { 2 * ITERATIONS } else { ITERATIONS };
        let mut iterations = 0;
        loop {
            let current = currents(self.rows, &v);
            let mut rhs = self.mismatch(&v, &current, &magnitude);
            let worst = rhs.iter().fold(0.0, |worst: f64, f| worst.max(f.abs()));
            if worst <= TOLERANCE_PU && magnitude.iter().all(|&m| m > 0.0) {
                return Ok((v, iterations));
            }
            if iterations == limit || !worst.is_finite() {
                return Err(NoSolution::Diverged { mismatch_pu: worst, iterations });
            }
            let jacobian = self.jacobian(&v, &current, &magnitude);
            self.system.factorise(&jacobian)?.solve(&mut rhs)?;
            let scale = if step == Step::Damped { damping(&rhs) } else { 1.0 };
            for (i, v) in v.iter_mut().enumerate() {
                angle[i] -= scale * rhs[2 * i];
                magnitude[i] -= scale * rhs[2 * i + 1];
                *v = Complex::from_polar(magnitude[i], angle[i]);
            }
            iterations += 1;
        }
    }

    fn mismatch(&self, v: &[Complex], current: &[Complex], magnitude: &[f64]) -> Vec<f64> {
        let mut f = vec![0.0; 2 * v.len()];
        for (i, control) in self.controls.iter().enumerate() {
            let demand = (self.demand)(i, magnitude[i]).0;
            let excess = v[i] * current[i].conj() - self.generation[i] + demand;
            if *control != Control::Reference {
                f[2 * i] = excess.re;
            }
            if *control == Control::Power {
                f[2 * i + 1] = excess.im;
            }
        }
        f
    }

    fn jacobian(&self, v: &[Complex], current: &[Complex], magnitude: &[f64]) -> Vec<f64> {
        let j = Complex::I;
        let mut values = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            let angle_row = self.controls[i] != Control::Reference;
            let magnitude_row = self.controls[i] == Control::Power;
            for &(k, y) in row {
                let flow = v[i] * (y * v[k]).conj();
                let mut by_angle = -j * flow;
                let mut by_magnitude = flow / magnitude[k];
                if i == k {
                    by_angle += j * v[i] * current[i].conj();
                    by_magnitude += v[i] * current[i].conj() / magnitude[i];
                    by_magnitude += (self.demand)(i, magnitude[i]).1;
                }
                let held = if i == k { 1.0 } else { 0.0 };
                values.extend(if angle_row { [by_angle.re, by_magnitude.re] } else { [held, 0.0] });
                values.extend(if magnitude_row {
                    [by_angle.im, by_magnitude.im]
                } else {
                    [0.0, held]
                });
            }
        }
        values
    }
}

/// Currents flowing from each bus into the branches and shunts of the matrix.
pub(crate) fn currents(rows: &Rows, v: &[Complex]) -> Vec<Complex> {
    rows.iter().map(|row| row.iter().map(|&(k, y)| y * v[k]).sum()).collect()
}

fn damping(step: &[f64]) -> f64 {
    const ANGLE_MAX: f64 = std::f64::consts::FRAC_PI_6;
    const MAGNITUDE_MAX: f64 = 0.2;
    let worst = step
        .chunks_exact(2)
        .map(|s| (s[0].abs() / ANGLE_MAX).max(s[1].abs() / MAGNITUDE_MAX))
        .fold(1.0, f64::max);
    1.0 / worst
}
