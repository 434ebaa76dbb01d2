//! A sparse linear system whose pattern is analysed once and whose values change often.
//!
//! `faer` does the work; this module keeps the symbolic factorisation and the order in which
//! the caller lists its entries.

use faer::MatMut;
use faer::prelude::Solve;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use faer::sparse::{Argsort, Pair, SparseColMat, SymbolicSparseColMat};
use faer::traits::ComplexField;
use faer::traits::math_utils::is_finite;

/// The matrix has no inverse, or its pattern is unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the matrix of {size} unknowns is singular")]
pub(crate) struct Singular {
    size: usize,
}

/// Pattern and symbolic factorisation of a square matrix.
#[derive(Clone)]
pub(crate) struct SparseSystem {
    size: usize,
    pattern: SymbolicSparseColMat<usize>,
    order: Argsort<usize>,
    symbolic: SymbolicLu<usize>,
}

impl SparseSystem {
    /// Analyses the pattern given by the (row, column) of every entry; entries of one place add up.
    pub(crate) fn new(
        size: usize,
        entries: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, Singular> {
        let singular = Singular { size };
        let pairs: Vec<_> = entries.into_iter().map(|(row, col)| Pair { row, col }).collect();
        let (pattern, order) =
            SymbolicSparseColMat::try_new_from_indices(size, size, &pairs).map_err(|_| singular)?;
        let symbolic = SymbolicLu::try_new(pattern.as_ref()).map_err(|_| singular)?;
        Ok(Self { size, pattern, order, symbolic })
    }

    /// Factorises with the given values, in the order of the entries given to [`Self::new`].
    pub(crate) fn factorise<T: ComplexField>(
        &self,
        values: &[T],
    ) -> Result<Factorised<T>, Singular> {
        let singular = Singular { size: self.size };
        let matrix = SparseColMat::new_from_argsort(self.pattern.clone(), &self.order, values)
            .map_err(|_| singular)?;
        let lu = Lu::try_new_with_symbolic(self.symbolic.clone(), matrix.as_ref())
            .map_err(|_| singular)?;
        Ok(Factorised { size: self.size, lu })
    }
}

/// A factorised matrix.
pub(crate) struct Factorised<T> {
    size: usize,
    lu: Lu<usize, T>,
}

impl<T: ComplexField> Factorised<T> {
    /// Replaces the right-hand side by the solution.
    ///
    /// A matrix that is singular in numbers, not in pattern, shows here: the solution is not
    /// finite.
    pub(crate) fn solve(&self, rhs: &mut [T]) -> Result<(), Singular> {
        self.lu.solve_in_place(MatMut::from_column_major_slice_mut(rhs, self.size, 1));
        if rhs.iter().all(is_finite) {
            return Ok(());
        }
        Err(Singular { size: self.size })
    }
}
