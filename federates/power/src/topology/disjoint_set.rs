//! Disjoint sets of small integers: union by size, path halving.

pub(super) struct DisjointSet {
    parent: Vec<usize>,
    size: Vec<usize>,
}

impl DisjointSet {
    pub(super) fn new(len: usize) -> Self {
        Self { parent: (0..len).collect(), size: vec![1; len] }
    }

    fn find(&mut self, mut item: usize) -> usize {
        while self.parent[item] != item {
            self.parent[item] = self.parent[self.parent[item]];
            item = self.parent[item];
        }
        item
    }

    pub(super) fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (large, small) = if self.size[a] < self.size[b] { (b, a) } else { (a, b) };
        self.parent[small] = large;
        self.size[large] += self.size[small];
    }

    /// The sets, ordered by their lowest member, and the set of every item.
    pub(super) fn groups(mut self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let len = self.parent.len();
        let mut number_of_root = vec![usize::MAX; len];
        let mut group_of = vec![0; len];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for item in 0..len {
            let root = self.find(item);
            if number_of_root[root] == usize::MAX {
                number_of_root[root] = groups.len();
                groups.push(Vec::new());
            }
            group_of[item] = number_of_root[root];
            groups[group_of[item]].push(item);
        }
        (groups, group_of)
    }
}
