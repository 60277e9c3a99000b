/** The candidate that a misspelt name most likely meant, or null when nothing is near. */
export function closest(name: string, candidates: readonly string[]): string | null {
  const wanted = plain(name)
  const same = candidates.find((candidate) => plain(candidate) === wanted)
  if (same !== undefined) return same
  // Long names are not compared: the table below is quadratic, and the name is the sender's to choose.
  if (wanted.length > 64) return null
  const allowed = Math.max(1, Math.floor(wanted.length / 4))
  let best: string | null = null
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    const offered = plain(candidate)
    if (Math.abs(offered.length - wanted.length) > allowed) continue
    const distance = editDistance(wanted, offered, bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Case, accents' encoding, blanks, dashes and underscores are what people get wrong most. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}

/** Gives up, with a number above `most`, as soon as the distance cannot be within it: most names are far. */
function editDistance(a: string, b: string, most: number): number {
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, column) => column)
  let current = new Uint16Array(b.length + 1)
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - most)
    const to = Math.min(b.length, row + most)
    current.fill(most + 1)
    current[0] = row
    let nearest = most + 1
    for (let column = from; column <= to; column++) {
      const substituted =
        (previous[column - 1] ?? 0) + (a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1)
      const distance = Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      current[column] = distance
      if (distance < nearest) nearest = distance
    }
    if (nearest > most) return nearest
    const spare = previous
    previous = current
    current = spare
  }
  return previous[b.length] ?? 0
}
