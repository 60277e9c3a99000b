const maxNameLength = 64
/**
 * The highest number of characters of an unknown name in a request for which a similar known name is suggested.
 * Normalizing a longer name costs too much time.
 */
const maxReceivedNameLength = 200

/**
 * Limits the comparisons of names for the suggestions in one response. A caller may send any number of names,
 * and all other requests in the process wait meanwhile. Without a limit, a request with 1,000 wrong column
 * names took over a second.
 */
export class Comparisons {
  /** The highest number of letter comparisons that one response may spend on suggestions for misspelt names. */
  static readonly most = 500_000
  #left = Comparisons.most
  readonly #plain = new Map<string, string>()

  /**
   * Spends comparisons of letters from the budget. Returns false if the budget is used up, so that no name is
   * suggested.
   */
  afford(letters: number): boolean {
    this.#left -= letters
    return this.#left >= 0
  }

  /**
   * Returns a known name, such as a column's, in the form in which names are compared. The result is cached,
   * because each known name is compared with many sent names.
   */
  plain(candidate: string): string {
    const cached = this.#plain.get(candidate)
    if (cached !== undefined) return cached
    const text = plain(candidate)
    this.#plain.set(candidate, text)
    return text
  }
}

/**
 * Returns the candidate that a misspelt name most likely meant; null if no candidate is similar. Callers with
 * several names of one request pass the same `comparisons`, which limits the work for the whole request.
 */
export function closestName(
  name: string,
  candidates: readonly string[],
  comparisons = new Comparisons(),
): string | null {
  if (name.length > maxReceivedNameLength || !comparisons.afford(name.length + candidates.length)) return null
  const wanted = plain(name)
  const same = candidates.find((candidate) => comparisons.plain(candidate) === wanted)
  if (same !== undefined) return same
  if (wanted.length > maxNameLength) return null
  const allowed = Math.max(1, Math.floor(wanted.length / 4))
  let best: string | null = null
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    const offered = comparisons.plain(candidate)
    if (Math.abs(offered.length - wanted.length) > allowed) continue
    // Suggests nothing if the budget is used up, because a candidate that was not compared may be nearer.
    if (!comparisons.afford(wanted.length * (2 * bestDistance - 1))) return null
    const distance = editDistance(wanted, offered, bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/**
 * Removes the differences that people most often get wrong in names: case, the encoding of accents, blanks,
 * dashes and underscores.
 */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}

/**
 * Returns the edit distance of two names. Stops with a number above `most` as soon as the distance must
 * exceed it, because most names are far apart.
 */
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
