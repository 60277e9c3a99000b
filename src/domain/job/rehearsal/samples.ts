import type { RehearsedSample } from './rehearsal.ts'

export const maxSamples = 10
/**
 * The number of sample recipients that a rehearsal stores of each kind of course; the result shows some of
 * them.
 */
const storedOfKind = maxSamples
/**
 * The number of different courses of recipients through the steps of which a rehearsal stores samples. A
 * pipeline of forty steps may have more courses than people want to see.
 */
const maxKinds = 200

interface Kind {
  readonly facets: readonly string[]
  count: number
  readonly samples: RehearsedSample[]
}

/**
 * Chooses sample recipients of a rehearsal that differ: first samples that each show a new outcome, reason or
 * step, then others of the most frequent kinds. It stores at most 10 of each of 200 kinds.
 */
export class Samples {
  readonly #kinds = new Map<string, Kind>()

  /**
   * Counts a recipient of the kind that `facets` describe. `sample` is called only if the recipient may be kept
   * as a sample.
   */
  offer(facets: readonly string[], sample: () => RehearsedSample): void {
    const name = facets.join(' ')
    const kind = this.#kinds.get(name)
    if (kind === undefined) {
      if (this.#kinds.size < maxKinds) this.#kinds.set(name, { facets, count: 1, samples: [sample()] })
      return
    }
    kind.count++
    // Keeps the 1st, 2nd, 4th, 8th and so on recipient of each kind as a sample, so that samples come from all
    // parts of the audience.
    if (kind.samples.length < storedOfKind && kind.count >= 2 ** kind.samples.length)
      kind.samples.push(sample())
    else if (kind.count % 10_000 === 0) kind.samples[storedOfKind - 1] = sample()
  }

  get chosen(): readonly RehearsedSample[] {
    const left = [...this.#kinds.values()].toSorted((a, b) => b.count - a.count)
    const shown = new Set<string>()
    const chosen: RehearsedSample[] = []
    while (chosen.length < maxSamples) {
      const news = left.map(({ facets }) => facets.filter((facet) => !shown.has(facet)).length)
      const most = Math.max(0, ...news)
      const [next] = most === 0 ? [] : left.splice(news.indexOf(most), 1)
      const [sample] = next?.samples ?? []
      if (next === undefined || sample === undefined) break
      chosen.push(sample)
      for (const facet of next.facets) shown.add(facet)
    }
    const others = [...this.#kinds.values()].toSorted((a, b) => b.count - a.count)
    for (let nth = 0; nth < storedOfKind; nth++)
      for (const { samples } of others) {
        const sample = samples[nth]
        if (chosen.length < maxSamples && sample !== undefined && !chosen.includes(sample))
          chosen.push(sample)
      }
    return chosen
  }
}
