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
    const distance = editDistance(wanted, offered)
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

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
