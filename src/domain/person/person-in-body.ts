import {
  type Decoded,
  type DecodedList,
  isList,
  isObject,
  isScalar,
  own,
} from '../arrival/mapping/decoded.ts'
import { ownRecords, ownRoot } from '../arrival/mapping/own-format.ts'
import { numberedItems, type Path } from '../arrival/mapping/path.ts'
import { conceptOf, isAboutTheLead, wordsOfName } from '../arrival/proposal/names.ts'
import { normalizedEmail } from '../email-address.ts'
import type { Match } from '../table/match.ts'
import type { PersonMatcher } from './person-matcher.ts'

/** The rules that tell which records of a received body belong to a person who is erased or exported. */
export interface Partition {
  /** The path to the records of the body; null if no mapping splits the body. */
  readonly root: Path | null
  readonly match: Pick<Match, 'columns'> | null
}

/**
 * The result of erasing a person from a body. In `rest`, null replaces each record of the person and "erased"
 * replaces the person's name in other records. `nothing` means that the body contains nobody else or cannot
 * be separated.
 */
export type WithoutPerson =
  | { readonly left: 'all' }
  | { readonly left: 'nothing' }
  | {
      readonly left: 'rest'
      readonly decoded: Decoded
      readonly erased: ReadonlySet<number>
      /** The path to the records of the body. */
      readonly root: Path
      /** The number of records that were found in the body, and how many of them were null already. */
      readonly records: number
      readonly nulls: number
    }

/** Returns whether a body names a person anywhere: as a value, within a text, or as a key. */
export function isNamedInBody(body: Decoded, knownBy: PersonMatcher): boolean {
  return isNamed('', body, knownBy)
}

function isNamed(name: string, value: Decoded, knownBy: PersonMatcher): boolean {
  if (isScalar(value))
    return knownBy.is(name, value) || (typeof value === 'string' && knownBy.erasedFrom(value) !== null)
  if (isList(value)) return value.some((item) => isNamed(name, item, knownBy))
  return Object.entries(value).some(
    ([key, item]) => knownBy.erasedFrom(key) !== null || isNamed(key, item, knownBy),
  )
}

/**
 * Erases a person from a body. Each record of the person becomes null, and values that name the person in the
 * rest of the body are erased.
 */
export function withoutPerson(body: Decoded, partition: Partition, knownBy: PersonMatcher): WithoutPerson {
  if (!isNamedInBody(body, knownBy)) return { left: 'all' }
  const root = rootOf(body, partition, knownBy)
  const erased = new Set<number>()
  let [records, nulls] = [0, 0]
  const split = replacedAt(root, body, (record) => {
    const index = records++
    if (record === null) nulls++
    if (record === null || !ownsRecord(record, partition.match, knownBy)) return record
    erased.add(index)
    return null
  })
  if (records > 0 && erased.size === records) return { left: 'nothing' }
  return { left: 'rest', decoded: blanked('', split, knownBy), root, erased, records, nulls }
}

/**
 * Returns the part of a body that an export of a person contains: the records that name the person, with null
 * instead of all others.
 */
export function partOfPerson(body: Decoded, partition: Partition, knownBy: PersonMatcher): Decoded {
  const root = rootOf(body, partition, knownBy)
  return replacedAt(root, body, (record) => (isNamedInBody(record, knownBy) ? record : null))
}

/**
 * Returns the path to the records of a body: at `records` or at the mapping's root, otherwise at a list of
 * people.
 */
function rootOf(body: Decoded, { root }: Partition, knownBy: PersonMatcher): Path {
  const { dataTableId: _table, ...rest } = isObject(body) ? body : {}
  if (isObject(body) && ownRecords(rest) !== null) return ownRoot
  return root ?? listOfPeople(body, [], knownBy) ?? []
}

const deepest = 6

/**
 * Returns the path to the outermost list of people in a body that names the person; null if there is none.
 */
function listOfPeople(value: Decoded, path: Path, knownBy: PersonMatcher): Path | null {
  if (path.length > deepest) return null
  if (isList(value)) return isOfPeople(value, knownBy) ? [...path, { all: true }] : null
  if (!isObject(value) || Object.keys(value).some((key) => isAboutOnePerson(key, value[key]))) return null
  for (const [key, item] of Object.entries(value)) {
    // A list of e-mail addresses or phone numbers belongs to one person.
    if (isContactConcept(wordsOfName(key)) || !isNamed(key, item, knownBy)) continue
    const found = listOfPeople(item, [...path, key], knownBy)
    if (found !== null) return found
  }
  return null
}

function isContactConcept(words: readonly string[]): boolean {
  const concept = conceptOf(words)
  return concept === 'email' || concept === 'phone'
}

/**
 * Returns whether a contact value beside a list, such as an e-mail address, shows that the whole body is
 * about one person.
 */
function isAboutOnePerson(key: string, value: Decoded | undefined): boolean {
  if (!isScalar(value) || value === null || value === '') return false
  const concept = conceptOf(wordsOfName(key))
  return concept === 'email' || concept === 'phone' || concept === 'firstName' || concept === 'lastName'
}

/**
 * Returns whether a list in a body contains several people instead of the answers of one. All items must be
 * objects, and an item that does not name the person must have a key for an address or a phone number.
 */
function isOfPeople(list: DecodedList, knownBy: PersonMatcher): boolean {
  const items = list.filter((item) => item !== null)
  if (items.length < 2 || !items.every(isObject)) return false
  return items.some((item) => !isNamed('', item, knownBy) && holdsAddressKey(item, 0))
}

function holdsAddressKey(value: Decoded, depth: number): boolean {
  if (!isObject(value) || depth > deepest) return false
  return Object.entries(value).some(
    ([key, item]) =>
      (isContactConcept(wordsOfName(key)) && !isAnswer(value)) || holdsAddressKey(item, depth + 1),
  )
}

/**
 * Returns whether an object is an answer in a form: it has a key `field`, `question` or `label`. Typeform
 * names the key of the value after its type, such as `email`.
 */
function isAnswer(value: Decoded): boolean {
  return ['field', 'question', 'label'].some((key) => own(value, key) !== undefined)
}

/** Returns whether a value is an e-mail address. A sentence that ends with an address is no address. */
function isAddress(value: Decoded): boolean {
  return typeof value === 'string' && /^\S+@\S+$/.test(value.trim()) && normalizedEmail(value) !== null
}

interface FoundAddress {
  readonly decides: boolean
  readonly isOf: boolean
}

/**
 * Returns whether a record of a body belongs to the person, by the same rule as records of tables, but with
 * values at any depth.
 */
function ownsRecord(record: Decoded, match: Partition['match'], knownBy: PersonMatcher): boolean {
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
  // A record of a body whose owner is unknown is erased, because privacy comes first.
  return found.length === 0 || found.some(({ isOf }) => isOf)
}

function collect(
  value: Decoded,
  name: string,
  isOfLead: boolean,
  look: Pick<Partition, 'match'> & { readonly knownBy: PersonMatcher; readonly found: FoundAddress[] },
): void {
  if (isList(value)) for (const item of value) collect(item, name, isOfLead, look)
  else if (isObject(value)) {
    const words = wordsOfName(name)
    const isStill = isOfLead && (name === '' || isAboutTheLead(name, false) || isContactConcept(words))
    for (const [key, item] of Object.entries(value)) collect(item, key, isStill, look)
  } else {
    const isOf = look.knownBy.is(name, value)
    if (!isOf && !isAddress(value)) return
    const names = wordsOfName(name)
    const isNamedSo = isContactConcept(names) || look.match?.columns.includes(name) === true
    look.found.push({ decides: isOfLead && (isNamedSo || isAboutTheLead(name, false)), isOf })
  }
}

/** Returns a body in which each record at a path is replaced by the result of `change`. */
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
  if ('where' in segment && isObject(value) && numberedItems(value) !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]))
  if (!isList(value)) return inner(value)
  return value.map((item, index) => {
    const isMeant = 'index' in segment ? index === segment.index : true
    return isMeant ? inner(item) : item
  })
}

/**
 * Returns a value of a body with the erased person removed: values that identify the person become null, and
 * longer texts lose the person's address or name.
 */
function blanked(name: string, value: Decoded, knownBy: PersonMatcher): Decoded {
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
