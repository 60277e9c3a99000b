import type { WorkInParts } from '../../parts.ts'
import { type Decoded, isBlank } from '../mapping/decoded.ts'
import type { Effort } from '../mapping/effort.ts'
import type { TemplatePart } from '../mapping/mapping.ts'
import { type Candidate, textPartOf } from './candidate.ts'
import { type CandidateValues, comparedText } from './candidate-values.ts'
import { type Facet, isFacet } from './lead/facet.ts'
import type { LeadPart } from './lead/lead-part.ts'
import { asksForSeller } from './lead/roles.ts'
import { type Concept, conceptOf, conceptRequestedFor, likeness, wordsOfName } from './names.ts'
import { type IndexedPlace, PlaceIndex, type WantedName } from './place-index.ts'
import { areSalutations, kindOfAll } from './value-kind.ts'

/**
 * A column of a table with the value that a guessed mapping gives it: from one place in the records, or from
 * two places that a template joins.
 */
export interface AssignedColumn {
  readonly column: string
  readonly uses: readonly CandidateValues[]
  readonly template: readonly TemplatePart[] | null
  readonly values: readonly (Decoded | undefined)[]
  readonly confidence: number
  readonly isClear: boolean
}

export function candidateValuesOf(
  candidate: Candidate,
  values: readonly (Decoded | undefined)[],
): CandidateValues {
  const named = conceptBy(candidate)
  // The key `title` is the key of job titles and of salutations.
  const concept = named === 'jobTitle' && areSalutations(values) ? null : named
  return { candidate, values, kind: kindOfAll(values), concept }
}

function conceptBy({ names }: Candidate): Concept | null {
  for (const { words, weight, asks } of names) {
    if (weight < 0.9) continue
    const concept = conceptOf(words) ?? (asks ? conceptRequestedFor(words) : null)
    if (concept !== null) return concept
  }
  return null
}

/**
 * The least confidence, from 0 to 1, at which a guessed mapping fills a column from a place in the records. A
 * worse guess would not help.
 */
const minConfidence = 0.5
/**
 * The least confidence at which the place for a column is clear, so that no person must confirm it. `clearLead`
 * is how much better the place must be than the second-best place.
 */
const clearConfidence = 0.8
const clearLead = 0.08
/** The work steps of 0.25 µs for the score of one name of a place, and for an assignable pair until it is sorted. */
const stepsPerName = 2
const stepsPerPair = 8

/** A column of a table with the facts that its pairs with all places need. */
interface WantedColumn extends WantedName {
  readonly column: string
  readonly asksForEmail: boolean
  /** Whether only values about the lead may fill the column: an address, a name or a company of the lead. */
  readonly isOfLead: boolean
}

/** A place in the records with the facts that its pairs with all columns need. */
interface OfferedPlace extends CandidateValues, IndexedPlace {
  readonly original: CandidateValues
  /** Whether the place holds the address of the lead, and no other address can be the lead's. */
  readonly isOnlyAddress: boolean
  readonly closeness: number
  /** Whether the values are salutations, such as "Mr", which are no job titles. */
  readonly isSalutation: boolean
}

/** A column and a place that may fill it. */
interface Pair {
  readonly column: string
  readonly concept: Concept | null
  readonly place: OfferedPlace
  readonly score: number
}

/**
 * Returns the place in the records that suits each column best, for a guessed mapping. The best pairs are
 * assigned first, and no place fills two columns.
 */
export function* assignPlaces(
  columns: readonly string[],
  all: readonly CandidateValues[],
  lead: LeadPart,
  effort: Effort,
): WorkInParts<readonly AssignedColumn[]> {
  const places = all.map((place) => offered(place, lead))
  const wanted = columns.map(wantedColumn)
  const pairs = yield* pairsOf(wanted, places, lead, effort)
  const pairsByColumn = Map.groupBy(pairs, ({ column }) => column)
  const difference = new Difference(effort)
  const taken = new Map<string, AssignedColumn>()
  const used = new Set<OfferedPlace>()
  for (const { column, concept, place, score } of pairs.toSorted((pair, other) => other.score - pair.score)) {
    if (effort.isPartOver()) yield
    if (taken.has(column) || used.has(place)) continue
    used.add(place)
    const rival = pairsByColumn
      .get(column)
      ?.find(
        (pair) =>
          pair.place !== place &&
          !used.has(pair.place) &&
          pair.score > score - clearLead &&
          difference.isBetween(pair.place, place),
      )
    const isPart = textPartOf(place.candidate) !== null
    const isDoubtful =
      rival !== undefined || isPart || (isFacet(concept) && mayBeOfAnother(concept, place, lead))
    const clear = !isDoubtful && score >= clearConfidence
    const confidence = Math.min(score, isDoubtful ? 0.7 : 1)
    const { original: use, values } = place
    taken.set(column, { column, uses: [use], template: null, values, confidence, isClear: clear })
  }
  const names = fullName(places, lead)
  for (const { column, concept } of wanted) {
    const sure = (taken.get(column)?.confidence ?? 0) >= clearConfidence
    if (!sure && concept === 'name' && names !== null) taken.set(column, { column, ...names })
  }
  return columns.flatMap((column) => taken.get(column) ?? [])
}

/**
 * Returns whether a value may belong to another person than the lead, so that a person must confirm it: because of
 * another address in the bodies, even one that no mapping can reach, or because of its keys.
 */
function mayBeOfAnother(concept: Facet, place: OfferedPlace, lead: LeadPart): boolean {
  if (lead.mayBeOfSeller(place.original)) return true
  if (concept === 'company') return lead.isCompanyInDoubt(place.original)
  return concept === 'email' && lead.hasOtherAddress
}

function wantedColumn(column: string): WantedColumn {
  const words = wordsOfName(column)
  const asksForEmail = words.some((word) => conceptOf([word]) === 'email')
  const concept = conceptOf(words)
  return { column, words, concept, asksForEmail, isOfLead: isFacet(concept) && !asksForSeller(words) }
}

function offered(place: CandidateValues, lead: LeadPart): OfferedPlace {
  const names = [...lead.namesOf(place), ...place.candidate.names]
  const candidate = { ...place.candidate, names }
  return {
    ...place,
    candidate,
    concept: conceptBy(candidate),
    original: place,
    isOnlyAddress: place.kind === 'email' && lead.allows(place, 'email') && !lead.hasOtherAddress,
    closeness: closenessToLead(place.candidate),
    namesPerson: isPersonsName(place.candidate),
    isSalutation: areSalutations(place.values),
  }
}

/** Returns the pairs of columns and places whose score suffices, in the order of the columns and places. */
function* pairsOf(
  columns: readonly WantedColumn[],
  places: readonly OfferedPlace[],
  lead: LeadPart,
  effort: Effort,
): WorkInParts<readonly Pair[]> {
  const index = new PlaceIndex<OfferedPlace>(effort)
  for (const place of places) {
    if (effort.isPartOver()) yield
    index.add(place)
  }
  const pairs: Pair[] = []
  for (const wanted of columns) {
    if (effort.isPartOver()) yield
    for (const place of index.of(wanted)) {
      effort.spend(stepsPerName * place.candidate.names.length)
      if (wanted.isOfLead && wanted.concept !== null && !lead.allows(place.original, wanted.concept)) continue
      const score = suits(wanted, place)
      if (score < minConfidence) continue
      effort.spend(stepsPerPair)
      pairs.push({ column: wanted.column, concept: wanted.concept, place, score })
    }
  }
  return pairs
}

/** Compares the values of places in records. Each value is turned into text once. */
class Difference {
  readonly #effort: Effort
  readonly #numbers = new Map<string, number>()
  readonly #values = new Map<OfferedPlace, readonly (number | null)[]>()

  constructor(effort: Effort) {
    this.#effort = effort
  }

  /**
   * Returns whether two places of a record have different values. Places with equal values do not compete for a
   * column.
   */
  isBetween(place: OfferedPlace, other: OfferedPlace): boolean {
    const [values, beside] = [this.#numbersOf(place), this.#numbersOf(other)]
    this.#effort.spend(1)
    return values.some((value, at) => value !== null && beside[at] != null && value !== beside[at])
  }

  /** Returns a number for each value of a place, equal for equal values; null for a blank value. */
  #numbersOf(place: OfferedPlace): readonly (number | null)[] {
    const known = this.#values.get(place)
    if (known !== undefined) return known
    this.#effort.spend(place.values.length)
    const made = place.values.map((value) => (isBlank(value) ? null : this.#numberOf(comparedText(value))))
    this.#values.set(place, made)
    return made
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }
}

/**
 * Returns a score, from 0 to about 1, of how well the names and values of a place in a record fit a column.
 */
function suits({ words: column, concept, asksForEmail }: WantedColumn, place: OfferedPlace): number {
  const { candidate, kind, closeness, namesPerson, isOnlyAddress, isSalutation } = place
  let named = 0
  for (const { words, weight, asks } of candidate.names)
    named = Math.max(named, likeness(column, words, asks) * weight)
  const depth = Math.max(0, candidate.depth - 1) * 0.01
  // A list or an object that was written as text fills no column, because no cell should hold it.
  if (kind === 'structured') return 0
  // A salutation fills a column such as `title` only if its key has exactly this name.
  if (concept === 'jobTitle' && isSalutation && !isNamed(candidate, column)) return 0
  // The key `contact_name` is preferred to `name` for a column with names, because `name` may be the name of
  // a company.
  if (concept === 'name' && namesPerson) return 1.1 - depth
  if (concept === 'email' || concept === 'phone') {
    if (kind === null) return named * 0.9 - depth
    if (kind === 'email' && concept === 'email')
      return Math.max(named, closeness * 0.75, isOnlyAddress ? 0.9 : 0) - depth
    if (kind === concept) return Math.max(named, 0.55) - depth
    const isPlausible = concept === 'phone' && (kind === 'number' || kind === 'id' || kind === 'text')
    return isPlausible ? named * 0.95 - depth : named * 0.3 - depth
  }
  const isOther =
    (kind === 'email' && !asksForEmail) ||
    (kind === 'phone' && concept !== null) ||
    (concept === 'website' && kind !== 'url')
  const strange = isOther && kind !== null ? 0.4 : 1
  // If all values at a place of the records are blank, only the names of the place count, and the score is 10 %
  // lower.
  return named * strange * (kind === null ? 0.9 : 1) - depth
}

/**
 * Returns whether the key of a place names the person, as `contact_name` does, and not a company or a form.
 */
function isPersonsName({ names: [first] }: Candidate): boolean {
  if (first === undefined || first.weight < 0.9) return false
  const words = new Set(first.words)
  return (
    words.size === 2 && words.has('name') && ['contact', 'person', 'full'].some((word) => words.has(word))
  )
}

/** Returns whether a place in a record has the same name as a column. */
function isNamed({ names }: Candidate, column: readonly string[]): boolean {
  return names.some(({ words }) => words.join(' ') === column.join(' '))
}

/**
 * Returns how close a place in a record is to the lead, from 0 to 1. Values of another person, such as the
 * lead's owner, get less.
 */
export function closenessToLead({ names }: Candidate): number {
  return Math.min(1, ...names.map(({ weight }) => weight))
}

/**
 * Returns a template that joins the first and the last name of a record, for columns of full names; null if the
 * records do not have both.
 */
function fullName(places: readonly OfferedPlace[], lead: LeadPart): Omit<AssignedColumn, 'column'> | null {
  const [first, last] = (['firstName', 'lastName'] as const).map((concept) =>
    places.find(
      (place) =>
        // A template takes whole values only.
        place.concept === concept &&
        textPartOf(place.candidate) === null &&
        lead.allows(place.original, concept),
    ),
  )
  if (first === undefined || last === undefined) return null
  const values = first.values.map((value, at) =>
    [value, last.values[at]]
      .filter((name) => !isBlank(name))
      .map(comparedText)
      .join(' '),
  )
  const template = [{ path: first.candidate.path }, ' ', { path: last.candidate.path }]
  return { uses: [first.original, last.original], template, values, confidence: 0.9, isClear: true }
}
