import { type Decoded, isBlank, isScalar } from '../mapping/decoded.ts'
import type { TemplatePart } from '../mapping/mapping.ts'
import type { Candidate } from './candidate.ts'
import { type Concept, conceptAskedFor, conceptOf, likeness, wordsOf } from './names.ts'
import { isNamePlace, PersonPart } from './person-part.ts'
import type { Place } from './place.ts'
import { kindOfAll } from './value-kind.ts'

/** A column, and the place that would fill it; two of them where a template puts them together. */
export interface Assigned {
  readonly column: string
  readonly uses: readonly Place[]
  readonly template: readonly TemplatePart[] | null
  readonly values: readonly (Decoded | undefined)[]
  readonly confidence: number
  readonly clear: boolean
}

export function placeOf(candidate: Candidate, values: readonly (Decoded | undefined)[]): Place {
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

/** Below this a guess is worse than none. */
const leastConfidence = 0.5
/** As sure as that, and so far before the next, a place is clear. */
const clearConfidence = 0.8
const clearLead = 0.08
/** Weight of a name outside of the part of the body that is about the person. */
const outsideWeight = 0.75

/** Each column with the place that suits it best, the best pairs first; no place fills two columns. */
export function assigned(columns: readonly string[], all: readonly Place[]): readonly Assigned[] {
  const part = new PersonPart(all)
  const places = all.filter((place) => !isNamePlace(place) || !part.isConstant(place))
  const pairs = columns
    .flatMap((column) => {
      const words = wordsOf(column)
      return places.map((place) => ({
        column,
        place,
        score: suits(words, place) * (isNamePlace(place) && !part.holds(place) ? outsideWeight : 1),
      }))
    })
    .filter(({ score }) => score >= leastConfidence)
    .toSorted((one, other) => other.score - one.score)
  const taken = new Map<string, Assigned>()
  const used = new Set<Place>()
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
    // The name of a form or of a company stands outside of the part that is about the person.
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

/** Two places that hold the same are no choice to be made. */
function saysOtherwise(one: Place, other: Place): boolean {
  return one.values.some((value, at) => {
    const beside = other.values[at]
    return !isBlank(value) && !isBlank(beside) && textOf(value) !== textOf(beside)
  })
}

function textOf(value: Decoded | undefined): string {
  return isScalar(value) ? String(value) : JSON.stringify(value)
}

/** From 0 to 1: how well what is there, and what it is called, suits a column. */
function suits(column: readonly string[], { candidate, kind }: Place): number {
  const named = Math.max(
    0,
    ...candidate.names.map(({ words, weight, asks }) => likeness(column, words, asks) * weight),
  )
  const concept = conceptOf(column)
  const depth = Math.max(0, candidate.depth - 1) * 0.01
  // A person reads a list or an object that is written as text; no cell should hold it.
  if (kind === 'structured') return 0
  // Beside `name`, which may be that of a company, `contact_name` says whose it is.
  if (concept === 'name' && isPersonsName(candidate)) return 1.1 - depth
  if (concept === 'email' || concept === 'phone') {
    if (kind === null) return named * 0.9 - depth
    if (kind === concept)
      return Math.max(named, concept === 'email' ? nearest(candidate) * 0.75 : 0.55) - depth
    const isPlausible = concept === 'phone' && (kind === 'number' || kind === 'id' || kind === 'text')
    return isPlausible ? named * 0.95 - depth : named * 0.3 - depth
  }
  const isOther =
    (kind === 'email' && !column.some((word) => conceptOf([word]) === 'email')) ||
    (kind === 'phone' && concept !== null) ||
    (concept === 'website' && kind !== 'url')
  const strange = isOther && kind !== null ? 0.4 : 1
  // Nothing there yet: the name alone speaks for it.
  return named * strange * (kind === null ? 0.9 : 1) - depth
}

/** Whether the key says that it is the name of the person, and not of a company or a form. */
function isPersonsName({ names: [first] }: Candidate): boolean {
  if (first === undefined || first.weight < 0.9) return false
  const words = new Set(first.words)
  return (
    words.size === 2 && words.has('name') && ['contact', 'person', 'full'].some((word) => words.has(word))
  )
}

/** Less where it is about somebody else, such as the owner of the lead. */
export function nearest({ names }: Candidate): number {
  return Math.min(1, ...names.map(({ weight }) => weight))
}

/** One column for the name, where it is sent in two. */
function fullName(column: string, places: readonly Place[], part: PersonPart): Assigned | null {
  if (conceptOf(wordsOf(column)) !== 'name') return null
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
