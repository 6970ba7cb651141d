// Generics, closures and macros; most code is of the standard library.
use std::collections::BTreeMap;

mod inner {
    #[inline(never)]
    pub fn twice(value: u32) -> u32 {
        value.wrapping_mul(2)
    }
}

macro_rules! add_up {
    ($($value:expr),*) => {{
        let mut sum = 0u32;
        $(sum = sum.wrapping_add($value);)*
        sum
    }};
}

#[inline(never)]
fn count<T: Ord + Clone>(items: &[T]) -> BTreeMap<T, u32> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item.clone()).or_insert(0) += 1;
    }
    counts
}

fn main() {
    let words = vec!["a", "b", "a"];
    let counts = count(&words);
    let sum: u32 = counts.values().map(|value| inner::twice(*value)).sum();
    println!("{} {}", sum, add_up!(1, sum, 3));
}
