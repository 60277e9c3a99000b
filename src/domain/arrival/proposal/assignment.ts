import { type Decoded, isBlank, isScalar } from '../mapping/decoded.ts'
import type { TemplatePart } from '../mapping/mapping.ts'
import type { Candidate } from './candidate.ts'
import type { CandidateValues } from './candidate-values.ts'
import { type Concept, conceptAskedFor, conceptOf, likeness, wordsOfName } from './names.ts'
import { isNamePlace, PersonPart } from './person-part.ts'
import { kindOfAll } from './value-kind.ts'

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
  readonly clear: boolean
}

export function candidateValuesOf(
  candidate: Candidate,
  values: readonly (Decoded | undefined)[],
): CandidateValues {
  return { candidate, values, kind: kindOfAll(values), concept: conceptBy(candidate) }
}

function conceptBy({ names }: Candidate): Concept | null {
  for (const { words, weight, asks } of names) {
    if (weight < 0.9) continue
    const concept = conceptOf(words) ?? (asks ? conceptAskedFor(words) : null)
    if (concept !== null) return concept
  }
  return null
}

/**
 * The least confidence, from 0 to 1, at which a guessed mapping fills a column from a place in the records. A
 * worse guess would not help.
 */
const leastConfidence = 0.5
/**
 * The least confidence at which the place for a column is clear, so that no person must confirm it. `clearLead`
 * is how much better the place must be than the second-best place.
 */
const clearConfidence = 0.8
const clearLead = 0.08
/** The factor that lowers the score of a name outside the part of the body that is about the person. */
const outsideWeight = 0.75

/**
 * Returns the place in the records that suits each column best, for a guessed mapping. The best pairs are
 * assigned first, and no place fills two columns.
 */
export function assignPlaces(
  columns: readonly string[],
  all: readonly CandidateValues[],
): readonly AssignedColumn[] {
  const part = new PersonPart(all)
  const places = all.filter((place) => !isNamePlace(place) || !part.isConstant(place))
  const pairs = columns
    .flatMap((column) => {
      const words = wordsOfName(column)
      return places.map((place) => ({
        column,
        place,
        score: suits(words, place) * (isNamePlace(place) && !part.holds(place) ? outsideWeight : 1),
      }))
    })
    .filter(({ score }) => score >= leastConfidence)
    .toSorted((one, other) => other.score - one.score)
  const taken = new Map<string, AssignedColumn>()
  const used = new Set<CandidateValues>()
  for (const { column, place, score } of pairs) {
    if (taken.has(column) || used.has(place)) continue
    used.add(place)
    const rival = pairs.find(
      (pair) =>
        pair.column === column &&
        pair.place !== place &&
        !used.has(pair.place) &&
        pair.score > score - clearLead &&
        saysOtherwise(pair.place, place),
    )
    // A name outside the part of the body about the person may be the name of a form or a company. A person
    // must therefore confirm that it fills the column.
    const isDoubtful = rival !== undefined || (isNamePlace(place) && !part.holds(place))
    const clear = !isDoubtful && score >= clearConfidence
    const confidence = Math.min(score, isDoubtful ? 0.7 : 1)
    taken.set(column, { column, uses: [place], template: null, values: place.values, confidence, clear })
  }
  for (const column of columns) {
    const sure = (taken.get(column)?.confidence ?? 0) >= clearConfidence
    const made = sure ? null : fullName(column, places, part)
    if (made !== null) taken.set(column, made)
  }
  return columns.flatMap((column) => taken.get(column) ?? [])
}

/**
 * Returns whether two places of a record have different values. Places with equal values do not compete for a
 * column.
 */
function saysOtherwise(one: CandidateValues, other: CandidateValues): boolean {
  return one.values.some((value, at) => {
    const beside = other.values[at]
    return !isBlank(value) && !isBlank(beside) && textOf(value) !== textOf(beside)
  })
}

function textOf(value: Decoded | undefined): string {
  return isScalar(value) ? String(value) : JSON.stringify(value)
}

/**
 * Returns a score, from 0 to about 1, of how well the names and values of a place in a record fit a column.
 */
function suits(column: readonly string[], { candidate, kind }: CandidateValues): number {
  const named = Math.max(
    0,
    ...candidate.names.map(({ words, weight, asks }) => likeness(column, words, asks) * weight),
  )
  const concept = conceptOf(column)
  const depth = Math.max(0, candidate.depth - 1) * 0.01
  // A list or an object that was written as text fills no column, because no cell should hold it.
  if (kind === 'structured') return 0
  // The key `contact_name` is preferred to `name` for a column with names, because `name` may be the name of
  // a company.
  if (concept === 'name' && isPersonsName(candidate)) return 1.1 - depth
  if (concept === 'email' || concept === 'phone') {
    if (kind === null) return named * 0.9 - depth
    if (kind === concept)
      return Math.max(named, concept === 'email' ? closenessToLead(candidate) * 0.75 : 0.55) - depth
    const isPlausible = concept === 'phone' && (kind === 'number' || kind === 'id' || kind === 'text')
    return isPlausible ? named * 0.95 - depth : named * 0.3 - depth
  }
  const isOther =
    (kind === 'email' && !column.some((word) => conceptOf([word]) === 'email')) ||
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

/**
 * Returns how close a place in a record is to the lead, from 0 to 1. Values of another person, such as the
 * lead's owner, get less.
 */
export function closenessToLead({ names }: Candidate): number {
  return Math.min(1, ...names.map(({ weight }) => weight))
}

/** Returns a template that joins the first and the last name of a record for a column of full names. */
function fullName(
  column: string,
  places: readonly CandidateValues[],
  part: PersonPart,
): AssignedColumn | null {
  if (conceptOf(wordsOfName(column)) !== 'name') return null
  const [first, last] = (['firstName', 'lastName'] as const).map((concept) =>
    places.find((place) => place.concept === concept && part.holds(place)),
  )
  if (first === undefined || last === undefined) return null
  const values = first.values.map((value, at) =>
    [value, last.values[at]]
      .filter((name) => !isBlank(name))
      .map(textOf)
      .join(' '),
  )
  const template = [{ path: first.candidate.path }, ' ', { path: last.candidate.path }]
  return { column, uses: [first, last], template, values, confidence: 0.9, clear: true }
}
