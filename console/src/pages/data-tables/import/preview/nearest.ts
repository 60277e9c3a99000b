/** The name that a misspelt one most likely meant; null when none is near. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const wanted = plain(name)
  const most = Math.max(1, Math.floor(wanted.length / 4))
  let best: string | null = null
  let bestDistance = most + 1
  for (const candidate of candidates) {
    const distance = distanceOf(wanted, plain(candidate))
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** Without what people get wrong most: case, blanks, dashes and underscores. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}

/** Levenshtein's, row by row. */
function distanceOf(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 0; row < a.length; row++) {
    const current = [row + 1]
    for (let at = 1; at <= b.length; at++) {
      const replaced = (previous[at - 1] ?? 0) + (a[row] === b[at - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
