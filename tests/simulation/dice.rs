//! Random numbers from a seed, the same on every machine.

/// A generator of the splitmix kind: one addition and two mixing steps for each number.
#[derive(Debug, Clone)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.roll() % end as u64).expect("smaller than a usize")
    }

    /// Whether something happens that happens `part` times of a hundred.
    pub(crate) fn percent(&mut self, part: usize) -> bool {
        self.below(100) < part
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Some of several, each once, in their order; now and then none.
    pub(crate) fn some<T: Copy>(&mut self, from: &[T]) -> Vec<T> {
        from.iter().copied().filter(|_| self.percent(60)).collect()
    }
}
