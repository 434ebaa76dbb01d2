//! Two-ports of series branches and the admittance matrix of one island (MODEL B.2).

use crate::network::{Branch, Complex, Network};
use crate::topology::{Operating, Topology};

/// Admittances of a branch between its two ends, pu.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TwoPort {
    pub(crate) ff: Complex,
    pub(crate) ft: Complex,
    pub(crate) tf: Complex,
    pub(crate) tt: Complex,
}

impl TwoPort {
    /// Series impedance `z`, total charging `b`, complex ratio at the `from` end.
    pub(crate) fn new(z_pu: Complex, b_pu: f64, ratio: Complex) -> Self {
        let series = z_pu.inv();
        let own = series + Complex::new(0.0, b_pu / 2.0);
        Self {
            ff: own / ratio.norm_sqr(),
            ft: -series / ratio.conj(),
            tf: -series / ratio,
            tt: own,
        }
    }

    pub(crate) fn of(branch: &Branch, tap_pos: i32) -> Self {
        let ratio = Complex::from_polar(branch.ratio_at(tap_pos), branch.shift_deg.to_radians());
        Self::new(branch.z1_pu, branch.b1_pu, ratio)
    }

    /// Currents flowing from the two ends into the branch.
    pub(crate) fn currents(&self, v_from: Complex, v_to: Complex) -> (Complex, Complex) {
        (self.ff * v_from + self.ft * v_to, self.tf * v_from + self.tt * v_to)
    }
}

/// Rows of an admittance matrix: (column, value), the diagonal first.
pub(crate) type Rows = Vec<Vec<(usize, Complex)>>;

/// Rows without entries but the diagonal.
pub(crate) fn empty_rows(size: usize) -> Rows {
    (0..size).map(|place| vec![(place, Complex::ZERO)]).collect()
}

/// Adds a value to one place of the matrix.
pub(crate) fn add(rows: &mut Rows, row: usize, column: usize, value: Complex) {
    match rows[row].iter_mut().find(|(c, _)| *c == column) {
        Some((_, present)) => *present += value,
        None => rows[row].push((column, value)),
    }
}

/// Adds a two-port between two places.
pub(crate) fn add_branch(rows: &mut Rows, from: usize, to: usize, port: &TwoPort) {
    add(rows, from, from, port.ff);
    add(rows, from, to, port.ft);
    add(rows, to, from, port.tf);
    add(rows, to, to, port.tt);
}

/// Positive-sequence admittance matrix of an island in the order of its buses.
pub(crate) fn of_island(
    network: &Network,
    operating: &Operating,
    topology: &Topology,
    island: usize,
) -> Rows {
    let mut rows = empty_rows(topology.islands[island].buses.len());
    for &b in &topology.islands[island].branches {
        let branch = &network.branches[b.0];
        let port = TwoPort::of(branch, operating.tap_pos[b.0]);
        let (from, to) = (topology.place_of_node(branch.from), topology.place_of_node(branch.to));
        add_branch(&mut rows, from, to, &port);
    }
    for shunt in &network.shunts {
        if topology.island_of_node(shunt.node) == island {
            let place = topology.place_of_node(shunt.node);
            add(&mut rows, place, place, shunt.y_pu);
        }
    }
    rows
}

/// Angles of the buses of an island when no current flows, radians: the sum of phase shifts from
/// the place `start`, whose angle is given.
pub(crate) fn shift_angles(
    network: &Network,
    topology: &Topology,
    island: usize,
    start: usize,
    start_angle: f64,
) -> Vec<f64> {
    let island = &topology.islands[island];
    let mut angles = vec![None; island.buses.len()];
    angles[start] = Some(start_angle);
    // One pass per distance from the start; islands are shallow.
    let mut grown = true;
    while grown {
        grown = false;
        for &b in &island.branches {
            let branch = &network.branches[b.0];
            let from = topology.place_of_node(branch.from);
            let to = topology.place_of_node(branch.to);
            let shift = branch.shift_deg.to_radians();
            match (angles[from], angles[to]) {
                (Some(angle), None) => {
                    angles[to] = Some(angle - shift);
                    grown = true;
                }
                (None, Some(angle)) => {
                    angles[from] = Some(angle + shift);
                    grown = true;
                }
                _ => {}
            }
        }
    }
    angles.into_iter().map(|angle| angle.unwrap_or(start_angle)).collect()
}
