import { isRecipientAddress } from '../../email-address.ts'
import type { WorkInParts } from '../../parts.ts'
import {
  type Decoded,
  type DecodedObject,
  isBlank,
  isList,
  isObject,
  isScalar,
  own,
} from '../mapping/decoded.ts'
import type { Effort } from '../mapping/effort.ts'
import { type ItemCondition, numberedItems, type Path, pathText, valueAt } from '../mapping/path.ts'
import { labelsIn, partOfText, type TextPart } from '../transform/text-part.ts'
import type { Transform } from '../transform/transform.ts'
import { facetOf } from './lead/facet.ts'
import { conceptOf, conceptRequestedFor, isAboutTheLead, maxNameLength, wordsOfName } from './names.ts'

/** A place in delivered records, given by its path, whose value may fill a column of a guessed mapping. */
export interface Candidate {
  readonly path: Path
  /**
   * The path to use if `path` leads to no value: the first item of a list without a primary item. Null if
   * there is no such path.
   */
  readonly otherwise: Path | null
  readonly names: readonly PlaceName[]
  /** The keys around the value and its own key or question, from the outermost. */
  readonly enclosingKeys: readonly string[]
  /** The key or question under which the source wrote the value, exactly as written. */
  readonly label: string
  readonly depth: number
  readonly transform: readonly Transform[]
}

/**
 * A name of a place in delivered records, such as its key or question. It is compared with the names of
 * columns.
 */
export interface PlaceName {
  readonly words: readonly string[]
  /**
   * The weight, from 0 to 1, of this name in the comparison with column names. A name about another object than
   * the lead has less weight.
   */
  readonly weight: number
  /**
   * Whether the name is a question or a label for people, such as "What is your work e-mail?". The additional
   * words of a question do not lower its similarity to the name of a column.
   */
  readonly asks: boolean
}

const maxCandidates = 500
/** The number of keys that are examined to find out whether an object only wraps a value, and the steps for each. */
const maxWrapperKeys = 50
const stepsPerWrapperKey = 8
const deepest = 8

/** The work steps of 0.25 µs for a new candidate, besides a step for each character of its keys. */
const stepsPerCandidate = 50

/** The work steps for comparing the keys of a list's items with names. */
const stepsPerList = 400

/** Returns all places in some delivered records that may fill a column, in order of appearance. */
export function* candidatesIn(
  records: readonly Decoded[],
  effort: Effort,
): WorkInParts<readonly Candidate[]> {
  const found = new Map<string, Candidate>()
  for (const record of records) {
    yield* new CandidateSearch(record, found, effort).at(record, [], [], 0)
  }
  return [...found.values()]
}

/** Returns the part of a text that a place is; null if the place is a whole value. */
export function textPartOf({ transform }: Pick<Candidate, 'transform'>): TextPart | null {
  return transform.find((one) => one.do === 'part') ?? null
}

/** Returns the value of a place from the value at its path: a part of a text, or the value itself. */
export function valueOfPlace(candidate: Candidate, value: Decoded | undefined): Decoded | undefined {
  const part = textPartOf(candidate)
  if (part === null) return value
  return typeof value === 'string' ? (partOfText(value, part) ?? undefined) : undefined
}

/** Searches one delivered record for places whose values may fill a column. */
class CandidateSearch {
  readonly #record: Decoded
  readonly #found: Map<string, Candidate>
  readonly #effort: Effort

  constructor(record: Decoded, found: Map<string, Candidate>, effort: Effort) {
    this.#record = record
    this.#found = found
    this.#effort = effort
  }

  *at(value: Decoded, path: Path, keys: readonly string[], depth: number): WorkInParts<void> {
    if (this.#found.size >= maxCandidates || depth > deepest) return
    this.#effort.spend(4)
    if (this.#effort.isPartOver()) yield
    const numbered = numberedItems(value)
    if (isScalar(value)) {
      this.#note({ path, enclosingKeys: keys, depth })
      if (typeof value === 'string') this.#labelled(value, path, keys, depth)
    } else if (isList(value)) this.#list(value, path, keys, depth)
    else if (numbered !== null && answersIn(numbered) !== null) this.#list(numbered, path, keys, depth)
    else if (isCalendarDay(value) && keys.length > 0) this.#note({ path, enclosingKeys: keys, depth })
    else if (keys.length > 0 && isWrapped(value, this.#effort)) {
      const label = textAt(value, ['title', 'label'])
      this.#note({
        path: [...path, 'value'],
        enclosingKeys: keys,
        depth,
        ...(label === null ? {} : { label }),
      })
    } else {
      for (const key of Object.keys(value).slice(0, maxCandidates)) {
        // Skips the key `definition` of a delivered body, because it contains a form's questions. The answers
        // are under other keys.
        if (key === 'definition') continue
        const inner = own(value, key) ?? null
        const label = isScalar(inner) ? gravityName(value, key) : null
        if (label === null) yield* this.at(inner, [...path, key], [...keys, ...keysIn(key)], depth + 1)
        else this.#note({ path: [...path, key], enclosingKeys: [...keys, key], depth: depth + 1, label })
      }
    }
  }

  /**
   * Notes the labelled lines of a text, such as `first = Ada`, as places beside the text. At least one label must name
   * something that a person has, because a text with colons may be any letter.
   */
  #labelled(text: string, path: Path, keys: readonly string[], depth: number): void {
    if (!/[\n\r]/.test(text)) return
    this.#effort.search(text)
    const labels = labelsIn(text)
    if (!labels.some((label) => conceptOf(wordsOfName(label)) !== null)) return
    for (const label of labels)
      if (this.#found.size < maxCandidates)
        this.#note({
          path,
          enclosingKeys: [...keys.slice(0, -1), label],
          depth,
          transform: [{ do: 'part', label }],
        })
  }

  #list(list: readonly Decoded[], path: Path, keys: readonly string[], depth: number): void {
    if (list.length === 0 || keys.length === 0) return
    this.#effort.spend(list.length + stepsPerList)
    if (list.every(isScalar)) {
      this.#note({
        path,
        enclosingKeys: keys,
        depth,
        transform: list.length === 1 ? [{ do: 'first' }] : [{ do: 'join', with: ', ' }],
      })
      return
    }
    const value = contactKeyIn(list)
    const primary = value === null ? null : this.#primaryIn(list, path)
    if (value !== null && (primary !== null || !list.some(namesPerson))) {
      const first: Path = [...path, { index: 0 }, value]
      if (primary === null) this.#note({ path: first, enclosingKeys: keys, depth })
      else
        this.#note({
          path: [...path, { where: primary }, value],
          otherwise: first,
          enclosingKeys: keys,
          depth,
        })
      return
    }
    const answers = answersIn(list)
    // Uses the name of the first object in a list of linked records. Airtable and other sources link records as
    // a list of objects with an id and a name.
    if (answers === null && list.every(isLinkedRecord))
      this.#note({ path: [...path, { index: 0 }, 'name'], enclosingKeys: keys, depth: depth + 1 })
    for (const answer of answers ?? []) {
      const question = this.#questionOf(answer.name) ?? answer.label
      this.#note({
        path: [...path, { where: { path: answer.by, equals: answer.name } }, ...answer.value],
        enclosingKeys: [...keys, answer.name],
        depth: depth + 1,
        transform: answer.transform,
        ...(question === null ? {} : { label: question }),
      })
    }
  }

  /**
   * Returns the condition that selects the primary item of a list of addresses or numbers: a flag, a type, or the id
   * that a key beside the list names. Null if nothing marks one.
   */
  #primaryIn(list: readonly Decoded[], path: Path): ItemCondition | null {
    const flag = primaryFlags.find((key) => list.some((item) => own(item, key) !== undefined))
    if (flag !== undefined) return { path: [flag], equals: true }
    for (const key of ['type', 'kind', 'label'])
      for (const item of list) {
        const type = own(item, key)
        if (typeof type === 'string' && /^(?:primary|main|default)$/i.test(type))
          return { path: [key], equals: type }
      }
    const holder = valueAt(path.slice(0, -1), this.#record, this.#effort)
    if (!isObject(holder)) return null
    this.#effort.spend(Object.keys(holder).length)
    const named = Object.keys(holder).find(
      (key) =>
        /(?:primary|main|default).*id$/i.test(key) &&
        list.some((item) => isSameId(own(item, 'id'), holder[key])),
    )
    return named === undefined ? null : { path: ['id'], sameAs: [...path.slice(0, -1), named] }
  }

  /**
   * Returns the text of a question, for forms whose answers contain only the id of the question; null if it
   * is not found.
   */
  #questionOf(name: string): string | null {
    const holder = isObject(this.#record) ? this.#record : null
    const inner = holder === null ? [] : [holder, ...Object.values(holder)]
    this.#effort.spend(inner.length)
    for (const value of inner) {
      const fields = own(own(value, 'definition'), 'fields')
      if (!isList(fields)) continue
      this.#effort.spend(fields.length)
      const field = fields.find((item) => own(item, 'ref') === name || own(item, 'id') === name)
      const title = own(field, 'title')
      if (typeof title === 'string' && wordsOfName(title).length > 0) return title
    }
    return null
  }

  #note(noted: {
    readonly path: Path
    readonly enclosingKeys: readonly string[]
    readonly depth: number
    readonly otherwise?: Path
    readonly label?: string
    readonly transform?: readonly Transform[]
  }): void {
    const { path, enclosingKeys: keys, depth, otherwise = null, label, transform = [] } = noted
    const part = textPartOf({ transform })
    const id = `${pathText(path)}${part === null ? '' : ` ${part.label?.toLowerCase()}`}`
    const known = this.#found.get(id)
    const key = keys.at(-1) ?? ''
    if (known === undefined) {
      const characters = keys.reduce((sum, one) => sum + Math.min(one.length, maxNameLength), 0)
      this.#effort.spend(stepsPerCandidate + characters)
      const names = namesOf(keys, label)
      this.#found.set(id, {
        path,
        otherwise,
        names,
        enclosingKeys: keys,
        label: label ?? key,
        depth,
        transform,
      })
    } else if (transform[0]?.do === 'join' && known.transform[0]?.do === 'first') {
      this.#found.set(id, { ...known, transform })
    }
  }
}

/** Returns the parts of a key, which Zapier joins with two underscores: `contact__email`. */
function keysIn(key: string): readonly string[] {
  const bare = key.replace(/__c$/i, '')
  return bare.includes('__') ? bare.split('__').filter((part) => part !== '') : [key]
}

/**
 * Returns the names by which a value of a record is compared with column names. Inside an object about
 * something other than the lead, the key alone weighs less: `email` of `owner` is not the address of the
 * lead.
 */
function namesOf(keys: readonly string[], label: string | undefined): readonly PlaceName[] {
  const key = keys.at(-1) ?? ''
  const other = keys
    .slice(0, -1)
    .findLast((ancestor, at) => !isAboutTheLead(ancestor, at === keys.length - 2))
  const words = wordsOfName(key)
  const weight = other === undefined ? 1 : 0.5
  const names: PlaceName[] = [{ words, weight, asks: isText(key) }]
  if (other !== undefined) {
    names.unshift({ words: [...wordsOfName(other), ...words], weight: 0.97, asks: false })
  }
  if (label !== undefined) names.push({ words: wordsOfName(label), weight, asks: true })
  return names
}

/**
 * Returns whether a label consists of several words, as a question does. Some forms use their questions as
 * keys.
 */
export function isText(label: string): boolean {
  return /\S\s+\S/.test(label)
}

function isLinkedRecord(item: Decoded): boolean {
  return typeof own(item, 'id') === 'string' && typeof own(item, 'name') === 'string'
}

/**
 * Returns the label of a name part in Gravity Forms; null for other keys. Gravity Forms numbers the fields of
 * a form and the parts of a name: 3 is the first name, 6 the last. An address has parts with the same
 * numbers, and also parts 1 and 5.
 */
function gravityName(entry: DecodedObject, key: string): string | null {
  const [, field, part] = /^(\d{1,4})\.([36])$/.exec(key) ?? []
  if (field === undefined) return null
  const has = (no: number) => own(entry, `${field}.${no}`) !== undefined
  if (!has(3) || !has(6) || has(1) || has(5)) return null
  return part === '3' ? 'First name' : 'Last name'
}

/** Returns whether an object only wraps a value. A lead whose deal has a `value`, or a person with one, is no wrapper. */
function isWrapped(value: Decoded, effort: Effort): boolean {
  const inner = own(value, 'value')
  if (inner === undefined || !isObject(value)) return false
  if (!isScalar(inner) && !(isList(inner) && inner.every(isScalar))) return false
  const keys = Object.keys(value).slice(0, maxWrapperKeys)
  effort.spend(stepsPerWrapperKey * keys.length)
  return !keys.some((key) => {
    const facet = facetOf(wordsOfName(key))?.facet
    if (facet === 'name') return isContact(inner, own(value, key))
    return facet !== undefined && facet !== 'company'
  })
}

/** Returns whether an address and a name beside each other are a person, and not an answer with its question. */
function isContact(address: Decoded, name: Decoded | undefined): boolean {
  if (typeof address !== 'string' || !isRecipientAddress(address) || typeof name !== 'string') return false
  return facetOf(wordsOfName(name)) === null && conceptRequestedFor(wordsOfName(name)) === null
}

function isCalendarDay(value: Decoded): boolean {
  return isObject(value) && ['year', 'month', 'day'].every((part) => !isBlank(own(value, part)))
}

interface Answer {
  /**
   * The path in a form's answer to the name of its question, and that name. A mapping finds the answer by both.
   */
  readonly by: Path
  readonly name: string
  readonly label: string | null
  readonly value: Path
  readonly transform: readonly Transform[]
}

const answerNames: readonly (readonly string[])[] = [
  ['field', 'ref'],
  ['field', 'id'],
  ['key'],
  ['ref'],
  ['name'],
  ['question'],
  ['label'],
  ['title'],
  ['id'],
]
const answerValues = ['value', 'values', 'answer', 'answers', 'text']
/**
 * The last words of other keys for the name of a question, for an answer and for a label, such as `column_id`,
 * `string_value` and `column_name`.
 */
const lastWords = {
  name: new Set('id key name code slug ref field label question attribute variable'.split(' ')),
  value: new Set('value values answer answers response responses text content'.split(' ')),
  label: new Set('name label title question'.split(' ')),
}

/** The number of items up to which a list may be the answers of a form. */
const maxAnswers = 300

/**
 * Returns the answers of a form, from a list whose items each have a unique name and a value; null for
 * another list.
 */
function answersIn(list: readonly Decoded[]): readonly Answer[] | null {
  if (list.length > maxAnswers) return null
  const others = keysEnding(list[0], 'name').map((key) => [key])
  const by = [...answerNames, ...others].find((path) => {
    const names = list.map((item) => path.reduce<Decoded | undefined>(own, item))
    return names.every((name) => typeof name === 'string') && new Set(names).size === list.length
  })
  if (by === undefined) return null
  const values = [...answerValues, ...keysEnding(list[0], 'value')]
  const labels = ['label', 'title', 'question', ...keysEnding(list[0], 'label')]
  const answers = list.flatMap((item) => answerIn(item, by, { values, labels }) ?? [])
  return answers.length === list.length ? answers : null
}

function answerIn(
  item: Decoded,
  by: readonly string[],
  { values, labels }: { readonly values: readonly string[]; readonly labels: readonly string[] },
): Answer | null {
  const name = by.reduce<Decoded | undefined>(own, item)
  const key = answerKey(item, by, values)
  if (typeof name !== 'string' || key === null) return null
  const label = textAt(
    item,
    labels.filter((other, at) => at < 3 || (other !== by[0] && other !== key)),
  )
  return { by, name, label, ...answerValue(item, key) }
}

/**
 * Returns the key under which an answer of a form has its value. Typeform uses the type of the value as the
 * key.
 */
function answerKey(item: Decoded, [name]: readonly string[], values: readonly string[]): string | null {
  const type = own(item, 'type')
  if (typeof type === 'string' && own(item, type) !== undefined) return type
  return values.find((key) => key !== name && own(item, key) !== undefined) ?? null
}

const maxAnswerKeys = 20

function keysEnding(item: Decoded | undefined, kind: keyof typeof lastWords): readonly string[] {
  if (!isObject(item)) return []
  return Object.keys(item)
    .slice(0, maxAnswerKeys)
    .filter((key) => lastWords[kind].has(wordsOfName(key).at(-1) ?? ''))
}

function answerValue(item: Decoded, key: string): Pick<Answer, 'value' | 'transform'> {
  const value = own(item, key)
  if (isList(value)) {
    const isOne = key === 'values' && value.length <= 1
    return { value: [key], transform: [isOne ? { do: 'first' } : { do: 'join', with: ', ' }] }
  }
  if (isObject(value)) {
    if (own(value, 'labels') !== undefined) {
      return { value: [key, 'labels'], transform: [{ do: 'join', with: ', ' }] }
    }
    if (own(value, 'label') !== undefined) return { value: [key, 'label'], transform: [] }
  }
  return { value: [key], transform: [] }
}

const primaryFlags = ['primary', 'is_primary', 'isPrimary', 'default']
const primaryValues = ['value', 'email', 'email_address', 'phone', 'phone_number', 'number', 'address']

/**
 * Returns the key of the address or number in each item of a list such as `[{"value": …, "primary": true}, …]` or
 * `[{"email": …}]`; null for another list.
 */
function contactKeyIn(list: readonly Decoded[]): string | null {
  if (list.length > maxAnswers) return null
  const has = (key: string) => list.every((item) => isScalar(own(item, key)))
  const flagged = list.some((item) => primaryFlags.some((flag) => own(item, flag) !== undefined))
  const usual = flagged ? primaryValues.find(has) : undefined
  if (usual !== undefined) return usual
  const [first] = list
  if (!isObject(first)) return null
  const isOfContact = (key: string) => {
    const concept = conceptOf(wordsOfName(key))
    return (concept === 'email' || concept === 'phone') && has(key)
  }
  return Object.keys(first).slice(0, maxAnswerKeys).find(isOfContact) ?? null
}

/** Returns whether an item of a list has a person's name, so that each item is another person. */
function namesPerson(item: Decoded): boolean {
  if (!isObject(item)) return false
  return Object.keys(item)
    .slice(0, maxAnswerKeys)
    .some((key) => ['name', 'firstName', 'lastName'].includes(conceptOf(wordsOfName(key)) ?? ''))
}

function isSameId(one: Decoded | undefined, other: Decoded | undefined): boolean {
  return one !== undefined && one !== null && isScalar(one) && one === other
}

function textAt(value: Decoded, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = own(value, key)
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return null
}
