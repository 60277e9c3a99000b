import type { Effort } from '../mapping/effort.ts'
import type { CandidateValues } from './candidate-values.ts'
import { type Concept, comparedBy } from './names.ts'

/** The name of a column in the forms by which a place is searched for it. */
export interface WantedName {
  readonly words: readonly string[]
  readonly concept: Concept | null
}

export interface IndexedPlace extends Pick<CandidateValues, 'candidate' | 'kind'> {
  /** Whether the key of the place names a person, as `contact_name` does. */
  readonly namesPerson: boolean
}

/** The work steps of 0.25 µs for computing the forms of a name, for each word. */
const stepsPerWord = 10

/**
 * Finds the places in records that may suit a column, by the names and the kinds that `likeness` and the scores
 * of places compare. Comparing 1,000 columns with 500 places took seconds.
 */
export class PlaceIndex<Place extends IndexedPlace> {
  readonly #places: Place[] = []
  readonly #byTerm = new Map<string, number[]>()
  readonly #effort: Effort

  constructor(effort: Effort) {
    this.#effort = effort
  }

  add(place: Place): void {
    const at = this.#places.push(place) - 1
    for (const { words, asks } of place.candidate.names) {
      this.#effort.spend(stepsPerWord * words.length)
      const { joined, plain, singular, concept, questionConcept: asked, said } = comparedBy(words)
      for (const term of [`joined ${joined}`, `plain ${plain}`, `singular ${singular}`]) this.#note(term, at)
      if (concept !== null) this.#note(`concept ${concept}`, at)
      if (asks && asked !== null) this.#note(`concept ${asked}`, at)
      for (const word of said) this.#note(`word ${word}`, at)
    }
    if (place.kind !== null) this.#note(`kind ${place.kind}`, at)
    if (place.namesPerson) this.#note('person', at)
  }

  /** Returns the places that may suit a column, in their order. All other places have a score of 0 or less. */
  of({ words, concept }: WantedName): readonly Place[] {
    const { joined, plain, singular, said } = comparedBy(words)
    const terms = [`joined ${joined}`, `plain ${plain}`, `singular ${singular}`]
    if (concept === null) terms.push(...[...said].map((word) => `word ${word}`))
    else terms.push(`concept ${concept}`)
    if (concept === 'name') terms.push('person')
    if (concept === 'email' || concept === 'phone') terms.push(`kind ${concept}`)
    const found = new Set<number>()
    for (const term of terms) {
      const places = this.#byTerm.get(term) ?? []
      this.#effort.spend(1 + places.length)
      for (const at of places) found.add(at)
    }
    return [...found].toSorted((one, other) => one - other).flatMap((at) => this.#places[at] ?? [])
  }

  #note(term: string, at: number): void {
    this.#effort.spend(1)
    const places = this.#byTerm.get(term)
    if (places === undefined) this.#byTerm.set(term, [at])
    else if (places.at(-1) !== at) places.push(at)
  }
}
