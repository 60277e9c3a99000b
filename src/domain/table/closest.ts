const longestName = 64
/** Of a name as it was sent, before it is read: reading costs what it is long. */
const longestSent = 200

/**
 * How much may be compared for one answer. Which names there are, and how many, is the sender's to choose, and
 * everybody's requests wait in the same process meanwhile: one that names 1,000 columns wrongly took it more than a
 * second.
 */
export class Comparisons {
  /** Letters of one name that are held against those of another. */
  static readonly most = 500_000
  #left = Comparisons.most
  readonly #plain = new Map<string, string>()

  /** False where too much was compared already: then nothing is suggested. */
  afford(letters: number): boolean {
    this.#left -= letters
    return this.#left >= 0
  }

  /** A candidate is one for many names. */
  plain(candidate: string): string {
    const known = this.#plain.get(candidate)
    if (known !== undefined) return known
    const made = plain(candidate)
    this.#plain.set(candidate, made)
    return made
  }
}

/**
 * The candidate that a misspelt name most likely meant, or null when nothing is near. Whoever asks for several names of
 * one request lets them share their comparisons.
 */
export function closest(
  name: string,
  candidates: readonly string[],
  comparisons = new Comparisons(),
): string | null {
  if (name.length > longestSent || !comparisons.afford(name.length + candidates.length)) return null
  const wanted = plain(name)
  const same = candidates.find((candidate) => comparisons.plain(candidate) === wanted)
  if (same !== undefined) return same
  if (wanted.length > longestName) return null
  const allowed = Math.max(1, Math.floor(wanted.length / 4))
  let best: string | null = null
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    const offered = comparisons.plain(candidate)
    if (Math.abs(offered.length - wanted.length) > allowed) continue
    // One that was not looked at may be nearer.
    if (!comparisons.afford(wanted.length * (2 * bestDistance - 1))) return null
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
