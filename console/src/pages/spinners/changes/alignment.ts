export interface Pair<Item> {
  readonly before: Item | null
  readonly after: Item | null
}

/**
 * Aligns two lists, such as the lines of two texts, so that the total likeness of the matched items is as
 * large as possible. `likeness` returns 0 for items that must not match.
 */
export function aligned<Item>(
  before: readonly Item[],
  after: readonly Item[],
  likeness: (a: Item, b: Item) => number,
): readonly Pair<Item>[] {
  // `best[i][j]` is the largest total likeness between the items from `before[i]` on and the items from
  // `after[j]` on.
  const best = Array.from({ length: before.length + 1 }, () => Array.from(after, () => 0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const matched = (i: number, j: number) => {
    const like = likeness(before[i] as Item, after[j] as Item)
    return like === 0 ? -1 : like + at(i + 1, j + 1)
  }
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (best[i] as number[])[j] = Math.max(at(i + 1, j), at(i, j + 1), matched(i, j))

  const pairs: Pair<Item>[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const both = i < before.length && j < after.length
    if (both && at(i, j) === matched(i, j))
      pairs.push({ before: before[i++] as Item, after: after[j++] as Item })
    else if (i < before.length && (j === after.length || at(i, j) === at(i + 1, j)))
      pairs.push({ before: before[i++] as Item, after: null })
    else pairs.push({ before: null, after: after[j++] as Item })
  }
  return pairs
}
