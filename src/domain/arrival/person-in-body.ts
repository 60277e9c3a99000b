import { normalizedEmail } from '../email-address.ts'
import type { KnownBy } from '../person/known-by.ts'
import type { Match } from '../table/match.ts'
import { type Decoded, type DecodedList, isList, isObject, isScalar, own } from './mapping/decoded.ts'
import { ownRecords } from './mapping/own-shape.ts'
import type { Path } from './mapping/path.ts'
import { conceptOf, isAboutTheLead, wordsOf } from './proposal/names.ts'

/** How the people in a body are told apart. */
export interface Partition {
  /** Path to the records of the body; null where the body is not read by a mapping that splits it. */
  readonly root: Path | null
  readonly match: Pick<Match, 'columns'> | null
}

/**
 * Body without a person: `rest` has null in the place of each record that is the person's own, so that the other
 * records keep their places, and the word "erased" where another record named the person. `nothing` is left of a body
 * that holds nobody else, or whose records cannot be told apart.
 */
export type WithoutPerson =
  | { readonly left: 'all' }
  | { readonly left: 'nothing' }
  | { readonly left: 'rest'; readonly decoded: Decoded; readonly erased: ReadonlySet<number> }

/** Whether a person is named anywhere in a body: as a value, within a text, or as a key. */
export function isNamedInBody(body: Decoded, knownBy: KnownBy): boolean {
  return isNamed('', body, knownBy)
}

function isNamed(name: string, value: Decoded, knownBy: KnownBy): boolean {
  if (isScalar(value))
    return knownBy.is(name, value) || (typeof value === 'string' && knownBy.erasedFrom(value) !== null)
  if (isList(value)) return value.some((item) => isNamed(name, item, knownBy))
  return Object.entries(value).some(
    ([key, item]) => knownBy.erasedFrom(key) !== null || isNamed(key, item, knownBy),
  )
}

/** Erases a person from a body, record by record. */
export function withoutPerson(body: Decoded, partition: Partition, knownBy: KnownBy): WithoutPerson {
  if (!isNamedInBody(body, knownBy)) return { left: 'all' }
  const root = rootOf(body, partition, knownBy)
  const erased = new Set<number>()
  let records = 0
  const split = replacedAt(root, body, (record) => {
    const index = records++
    if (record === null || !ownsRecord(record, partition.match, knownBy)) return record
    erased.add(index)
    return null
  })
  if (records > 0 && erased.size === records) return { left: 'nothing' }
  return { left: 'rest', decoded: blanked('', split, knownBy), erased }
}

/** Returns what an export tells of a body: the person's own records, with null in the place of all others. */
export function partOfPerson(body: Decoded, partition: Partition, knownBy: KnownBy): Decoded {
  const root = rootOf(body, partition, knownBy)
  return replacedAt(root, body, (record) => (isNamedInBody(record, knownBy) ? record : null))
}

/** Our own form and a mapping say where the records are; otherwise a list whose items are people does. */
function rootOf(body: Decoded, { root }: Partition, knownBy: KnownBy): Path {
  const { dataTableId: _table, ...rest } = isObject(body) ? body : {}
  if (isObject(body) && ownRecords(rest) !== null) return ['records', { all: true }]
  return root ?? listOfPeople(body, [], knownBy) ?? []
}

const deepest = 6

/** The outermost list of people that names the person; null where there is none. */
function listOfPeople(value: Decoded, path: Path, knownBy: KnownBy): Path | null {
  if (path.length > deepest) return null
  if (isList(value)) return isOfPeople(value, knownBy) ? [...path, { all: true }] : null
  if (!isObject(value) || Object.keys(value).some((key) => isAboutOnePerson(key, value[key]))) return null
  for (const [key, item] of Object.entries(value)) {
    // A list of e-mail addresses or numbers belongs to one person.
    if (isContactConcept(wordsOf(key)) || !isNamed(key, item, knownBy)) continue
    const found = listOfPeople(item, [...path, key], knownBy)
    if (found !== null) return found
  }
  return null
}

function isContactConcept(words: readonly string[]): boolean {
  const concept = conceptOf(words)
  return concept === 'email' || concept === 'phone'
}

/** A value beside a list that says who the whole body is about. */
function isAboutOnePerson(key: string, value: Decoded | undefined): boolean {
  if (!isScalar(value) || value === null || value === '') return false
  const concept = conceptOf(wordsOf(key))
  return concept === 'email' || concept === 'phone' || concept === 'firstName' || concept === 'lastName'
}

/**
 * Whether a list holds several people, and not the answers of one: its items have the same keys, and an address stands
 * under a key that is named for it in an item that does not name the person.
 */
function isOfPeople(list: DecodedList, knownBy: KnownBy): boolean {
  const items = list.filter((item) => item !== null)
  if (items.length < 2 || !items.every(isObject)) return false
  return items.some((item) => !isNamed('', item, knownBy) && holdsAddressKey(item, 0))
}

function holdsAddressKey(value: Decoded, depth: number): boolean {
  if (!isObject(value) || depth > deepest) return false
  return Object.entries(value).some(
    ([key, item]) => (isContactConcept(wordsOf(key)) && !isAnswer(value)) || holdsAddressKey(item, depth + 1),
  )
}

/** Typeform names the key of an answer after its type, beside the question that it answers. */
function isAnswer(value: Decoded): boolean {
  return ['field', 'question', 'label'].some((key) => own(value, key) !== undefined)
}

/** A sentence that ends in an address is none. */
function isAddress(value: Decoded): boolean {
  return typeof value === 'string' && /^\S+@\S+$/.test(value.trim()) && normalizedEmail(value) !== null
}

interface FoundAddress {
  readonly decides: boolean
  readonly isOf: boolean
}

/** Whether a record is the person's own, by the same rule as records in tables, for values at any depth. */
function ownsRecord(record: Decoded, match: Partition['match'], knownBy: KnownBy): boolean {
  if (isObject(record) && Object.values(record).every(isScalar)) {
    const flat = record as Readonly<Record<string, Exclude<Decoded, DecodedList | object>>>
    if (knownBy.owns(match, flat)) return true
    return isNamedInBody(record, knownBy) && !Object.values(flat).some(isAddress)
  }
  if (!isNamedInBody(record, knownBy)) return false
  const found: FoundAddress[] = []
  collect(record, '', true, { match, knownBy, found })
  const deciding = found.filter(({ decides }) => decides)
  if (deciding.length > 0) return deciding.some(({ isOf }) => isOf)
  // A record whose owner cannot be told is erased, because privacy comes first.
  return found.length === 0 || found.some(({ isOf }) => isOf)
}

function collect(
  value: Decoded,
  name: string,
  isOfLead: boolean,
  look: Pick<Partition, 'match'> & { readonly knownBy: KnownBy; readonly found: FoundAddress[] },
): void {
  if (isList(value)) for (const item of value) collect(item, name, isOfLead, look)
  else if (isObject(value)) {
    const words = wordsOf(name)
    const isStill = isOfLead && (name === '' || isAboutTheLead(name, false) || isContactConcept(words))
    for (const [key, item] of Object.entries(value)) collect(item, key, isStill, look)
  } else {
    const isOf = look.knownBy.is(name, value)
    if (!isOf && !isAddress(value)) return
    const names = wordsOf(name)
    const isNamedSo = isContactConcept(names) || look.match?.columns.includes(name) === true
    look.found.push({ decides: isOfLead && (isNamedSo || isAboutTheLead(name, false)), isOf })
  }
}

/** Returns a body in which each record at a path is replaced by what `change` makes of it. */
function replacedAt(path: Path, value: Decoded, change: (record: Decoded) => Decoded): Decoded {
  const [segment, ...rest] = path
  if (segment === undefined) return change(value)
  const inner = (item: Decoded) => replacedAt(rest, item, change)
  if (typeof segment === 'string') {
    const held = own(value, segment)
    if (held === undefined || !isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, key === segment ? inner(item) : item]),
    )
  }
  if ('all' in segment) {
    if (isList(value)) return value.map(inner)
    return value === null ? null : inner(value)
  }
  if (!isList(value)) return inner(value)
  return value.map((item, index) => {
    const isMeant = 'index' in segment ? index === segment.index : true
    return isMeant ? inner(item) : item
  })
}

/** Returns a body in which nothing names the person any more. */
function blanked(name: string, value: Decoded, knownBy: KnownBy): Decoded {
  if (isList(value)) return value.map((item) => blanked(name, item, knownBy))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        knownBy.erasedFrom(key) ?? key,
        blanked(key, item, knownBy),
      ]),
    )
  if (knownBy.is(name, value)) return null
  return typeof value === 'string' ? (knownBy.erasedFrom(value) ?? value) : value
}
