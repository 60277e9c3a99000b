import type { WorkInParts } from '../../parts.ts'
import type { Cell, DataRecord } from '../../record-cells.ts'
import type { SignedIdHeader } from '../../table/signature.ts'
import type { OwnIdentity } from '../proposal/lead/own-identity.ts'
import { ConversionFault, type PhoneOf, transformed } from '../transform/transformed.ts'
import {
  bodyBounds,
  type Decoded,
  type DecodedList,
  isBlank,
  isBlankWithin,
  isList,
  isScalar,
} from './decoded.ts'
import { contentOfForeign } from './delivery-content.ts'
import {
  builtInDeliveryId,
  builtInVersionTime,
  type DeliveryId,
  type HeaderValues,
  markOf,
} from './delivery-marks.ts'
import { Effort, EffortSpent } from './effort.ts'
import type { MappedDelivery, MappedItem, MappingReason } from './mapped-delivery.ts'
import type { FieldSource, Mapping, MappingField } from './mapping.ts'
import { isSame, isSamePath, type Path, pathBelow, takesAllItems, valueAt, valuesAt } from './path.ts'

/** The data about a delivery that a mapping may use besides its body, such as headers and query parameters. */
export interface DeliveryContext {
  /** The header values of the delivery by lower-case header names. */
  readonly headers: HeaderValues
  /**
   * The header with the delivery id that the signature covers; null or absent if the signature covers no id.
   */
  readonly signedIdHeader?: SignedIdHeader | null
  readonly query: Readonly<Record<string, string>>
  readonly phoneOf: PhoneOf
  /**
   * Whether null among the records of the delivery stands for an erased person's record, which the mapping
   * skips.
   */
  readonly isPartlyErased?: boolean
  /** The addresses of the organization itself, which are never those of a lead; by default unknown. */
  readonly ownIdentity?: OwnIdentity
}

/**
 * Maps a delivery by the first mapping of a table that matches it; returns null if none matches. A record that
 * this mapping does not match uses the next mapping with the same path to the records, or is held. Never
 * throws, whatever was sent.
 */
export function* mapDelivery<M extends Mapping>(
  mappings: readonly M[],
  body: Decoded,
  context: DeliveryContext,
): WorkInParts<MappedDelivery<M> | null> {
  const effort = new Effort()
  const match = yield* matchOf(mappings, body, effort)
  return match && (yield* mapInParts(match, { body, context, effort }))
}

/**
 * Returns the path to the records of a body, from the mapping by which `mapDelivery` would map it; null if no
 * mapping matches. Maps no record.
 */
export function* rootOfDelivery(mappings: readonly Mapping[], body: Decoded): WorkInParts<Path | null> {
  const match = yield* matchOf(mappings, body, new Effort())
  return match?.mapping.root ?? null
}

/** The mapping that matches a body, the mappings for records that it does not match, and the records. */
interface Match<M extends Mapping> {
  readonly mapping: M
  readonly candidates: readonly M[]
  readonly records: readonly Decoded[]
}

/** Returns the first mapping that matches a body; null if none matches, or if finding it takes too much work. */
function* matchOf<M extends Mapping>(
  mappings: readonly M[],
  body: Decoded,
  effort: Effort,
): WorkInParts<Match<M> | null> {
  try {
    for (const [at, first] of mappings.entries()) {
      const records = recordsAt(first.root, body, effort)
      if (records === null || !isFor(first, body, effort)) continue
      const candidates = mappings
        .slice(at)
        .filter((other) => isSamePath(other.root, first.root) && isFor(other, body, effort))
      // If the body has records, a mapping applies to the body only if it matches at least one of them.
      const mapping = records.length === 0 ? first : yield* takerOf(records, candidates, effort)
      if (mapping !== null) return { mapping, candidates, records }
    }
    return null
  } catch (error) {
    if (!(error instanceof EffortSpent)) throw error
    return null
  }
}

interface Surroundings {
  readonly body: Decoded
  readonly context: DeliveryContext
  readonly effort: Effort
}

/** Returns the first mapping that matches at least one of the records; null if none does. */
function* takerOf<M extends Mapping>(
  records: readonly Decoded[],
  mappings: readonly M[],
  effort: Effort,
): WorkInParts<M | null> {
  for (const mapping of mappings) {
    for (const record of records) {
      if (isForRecord(mapping, record, effort)) return mapping
      if (effort.isPartOver()) yield
    }
  }
  return null
}

function* mapInParts<M extends Mapping>(
  { mapping, candidates, records }: Match<M>,
  around: Surroundings,
): WorkInParts<MappedDelivery<M>> {
  const items: MappedItem<M>[] = []
  for (const [index, record] of records.entries()) {
    if (record === null && around.context.isPartlyErased === true) continue
    items.push(yield* mappedItem(record, index, candidates, around))
  }
  return { mapping, action: mapping.action, items }
}

function* mappedItem<M extends Mapping>(
  record: Decoded,
  index: number,
  candidates: readonly M[],
  around: Surroundings,
): WorkInParts<MappedItem<M>> {
  const unmarked = { index, deliveryId: null, content: null, versionTime: null }
  const held = (code: MappingReason['code'], message: string): MappedItem<M> => ({
    ...unmarked,
    outcome: 'held',
    mapping: null,
    reasons: [{ code, message }],
  })
  if (index >= bodyBounds.items) {
    return held('TOO_MANY_RECORDS', `A delivery has at most ${bodyBounds.items} records`)
  }
  const tooMuch = () =>
    held(
      'TOO_MUCH_WORK',
      'Mapping this delivery takes more work than the limit for one delivery; simplify the mapping or send fewer records',
    )
  // Holds the rest of a delivery without an error for each record: 10,000 errors take 100 ms.
  if (around.effort.isSpent) return tooMuch()
  try {
    const mapping = yield* takerOf([record], candidates, around.effort)
    if (mapping !== null) return yield* itemOf(mapping, record, index, around)
    const marks = builtInMarks(record, around)
    return { ...held('UNKNOWN_FORMAT', 'The table has no mapping for this record'), ...marks }
  } catch (error) {
    if (!(error instanceof EffortSpent)) throw error
    return tooMuch()
  }
}

function* itemOf<M extends Mapping>(
  mapping: M,
  record: Decoded,
  index: number,
  around: Surroundings,
): WorkInParts<MappedItem<M>> {
  const placed = { index, mapping, ...marksBy(mapping, record, around) }
  if (mapping.action === 'ignore') return { ...placed, outcome: 'ignored' }
  const cells: [string, Cell][] = []
  const reasons: MappingReason[] = []
  let isEmpty = true
  around.effort.spend(mapping.fields.length)
  for (const field of mapping.fields) {
    if (around.effort.isPartOver()) yield
    const read = cellOf(field, record, around)
    if (read === undefined) {
      if (mapping.action !== 'patch') cells.push([field.column, null])
    } else if (isReason(read)) reasons.push(read)
    else {
      cells.push([field.column, read.cell])
      if (isEmpty && read.isSent && !isBlank(read.cell)) isEmpty = false
    }
  }
  if (reasons.length > 0) return { ...placed, outcome: 'held', reasons }
  // Accepts a mapped record with only empty values if the mapping's action is `patch`, because the empty values
  // clear columns.
  if (isEmpty && (mapping.action !== 'patch' || cells.length === 0)) {
    const message = 'The record holds none of the values that the mapping reads'
    return { ...placed, outcome: 'held', reasons: [{ code: 'NO_VALUES', message }] }
  }
  // Builds the record with `fromEntries`, because an assignment would not create a cell for a column named
  // "__proto__".
  const made: DataRecord = Object.fromEntries(cells)
  return { ...placed, outcome: 'record', record: made, part: record }
}

function isReason(read: object): read is MappingReason {
  return 'code' in read
}

/**
 * Returns the records at a mapping's root, which is the path to the records in a body. Returns null if the path
 * leads to nothing. A path through an empty list leads to no records.
 */
function recordsAt(root: Path, body: Decoded, effort: Effort): readonly Decoded[] | null {
  const records = valuesAt(root, body, effort)
  if (records.length > 0) return records
  const isEmptied = root.some(
    (segment, at) =>
      takesAllItems([segment]) &&
      valuesAt(root.slice(0, at), body, effort).some((value) => isList(value) && value.length === 0),
  )
  return isEmptied ? [] : null
}

/** Returns whether a body meets the conditions of a mapping that are not about single records. */
function isFor({ match, root }: Mapping, body: Decoded, effort: Effort): boolean {
  return (
    match.where.every(
      ({ path, in: values }) => pathBelow(root, path) !== null || leadsTo(path, values, body, effort),
    ) &&
    match.requires.every((path) => pathBelow(root, path) !== null || valuesAt(path, body, effort).length > 0)
  )
}

function isForRecord({ match, root }: Mapping, record: Decoded, effort: Effort): boolean {
  return (
    match.where.every(({ path, in: values }) => {
      effort.spend(1 + root.length)
      const own = pathBelow(root, path)
      return own === null || leadsTo(own, values, record, effort)
    }) &&
    match.requires.every((path) => {
      effort.spend(1 + root.length)
      const own = pathBelow(root, path)
      return own === null || valuesAt(own, record, effort).length > 0
    })
  )
}

function leadsTo(
  path: Path,
  values: readonly (string | number | boolean | null)[],
  from: Decoded,
  effort: Effort,
): boolean {
  return valuesAt(path, from, effort).some((value) => {
    effort.spend(values.length)
    return values.some((wanted) => isSame(value, wanted))
  })
}

/**
 * Returns the cell that a mapping writes into a column, or the reason why it cannot. Returns undefined if the
 * delivery has no value for the column, so that a patch leaves the column unchanged.
 */
function cellOf(
  field: MappingField,
  record: Decoded,
  around: Surroundings,
): { readonly cell: Cell; readonly isSent: boolean } | MappingReason | undefined {
  const { value, source, isThere } = chosenValue(field.from, record, around)
  const { phoneOf } = around.context
  const hasDefault = field.transform.some((transform) => transform.do === 'default')
  if (value === undefined && !hasDefault) return undefined
  const result = transformed(value ?? null, field.transform, { phoneOf, effort: around.effort })
  const about = {
    column: field.column,
    ...(source !== undefined && 'path' in source ? { path: source.path } : {}),
  }
  if (result instanceof ConversionFault) return { ...result.reason, ...about }
  const single = isList(result) ? onlyIn(result) : result
  if (!isScalar(single)) {
    const kind = isList(single) ? 'a list' : 'an object'
    const message = `The value is ${kind}, but a column holds one value; let the mapping take the first value or join the values`
    return { code: 'NOT_ONE_VALUE', message, ...about }
  }
  if (typeof single === 'string') {
    around.effort.write(single.length)
    if (single.includes('\0') || !single.isWellFormed()) {
      const message = 'The text holds a character that cannot be stored: NUL or a lone surrogate'
      return { code: 'NOT_STORABLE', message, ...about }
    }
  }
  const isSent = source !== undefined && !('constant' in source) && isThere
  return { cell: single, isSent }
}

/** Returns the only item of a list that is not blank, or null if there is none; a list with several items itself. */
function onlyIn(list: DecodedList): Decoded {
  const items = list.length > 1 ? list : list.filter((item) => !isBlank(item))
  return items.length > 1 ? items : (items[0] ?? null)
}

/**
 * Tries the paths, headers and other value sources of a column in order, and returns the first value that is
 * not blank (`isThere`). If all are blank, returns the first value that exists, so that null can clear the
 * column.
 */
function chosenValue(
  sources: readonly FieldSource[],
  record: Decoded,
  around: Surroundings,
): { readonly value: Decoded | undefined; readonly source?: FieldSource; readonly isThere: boolean } {
  let present: { value: Decoded; source: FieldSource; isThere: false } | null = null
  for (const source of sources) {
    if (!('path' in source)) around.effort.spend(1)
    const value = valueOf(source, record, around)
    if (value === undefined) continue
    if (!isBlankWithin(value, around.effort)) return { value, source, isThere: true }
    present ??= { value, source, isThere: false }
  }
  return present ?? { value: undefined, isThere: false }
}

function valueOf(
  source: FieldSource,
  record: Decoded,
  { body, context, effort }: Surroundings,
): Decoded | undefined {
  if ('path' in source) return valueAt(source.path, source.of === 'body' ? body : record, effort)
  if ('constant' in source) return source.constant
  if ('header' in source) return ownText(context.headers, source.header.toLowerCase())
  if ('query' in source) return ownText(context.query, source.query)
  return filled(source.template, record, effort)
}

function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

/**
 * Returns the text that a mapping's template produces for a record. Returns undefined if the record has none of
 * the template's values.
 */
function filled(
  template: string | readonly (string | { readonly path: Path })[],
  record: Decoded,
  effort: Effort,
): string | undefined {
  let isThere = false
  const parts = partsOf(template)
  effort.spend(2 * parts.length)
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const value = valueAt(part.path, record, effort)
    const shown = isList(value) ? value[0] : value
    if (isBlankWithin(shown, effort) || !isScalar(shown)) return ''
    isThere = true
    return String(shown)
  })
  effort.write(texts.reduce((sum, text) => sum + text.length, 0))
  return isThere ? texts.join('').trim() : undefined
}

function partsOf(
  template: string | readonly (string | { readonly path: Path })[],
): readonly (string | { readonly path: Path })[] {
  if (typeof template !== 'string') return template
  return template
    .split(/(\{[^{}]+\})/)
    .map((part) => (/^\{.+\}$/s.test(part) ? { path: [part.slice(1, -1)] } : part))
}

function marksBy(mapping: Mapping, record: Decoded, around: Surroundings) {
  const builtIn = builtInMarks(record, around)
  const named = markAt(mapping.deliveryId, record, around)
  return {
    ...(named === null ? builtIn : markedBy({ text: named, from: 'mapping' }, record)),
    versionTime: markAt(mapping.versionTime, record, around) ?? builtIn.versionTime,
  }
}

function markedBy(deliveryId: DeliveryId | null, record: Decoded) {
  return { deliveryId, content: deliveryId && contentOfForeign(record) }
}

function markAt(path: Path | undefined, record: Decoded, { body, effort }: Surroundings): string | null {
  if (path === undefined) return null
  return markOf(valuesAt(path, record, effort)[0]) ?? markOf(valuesAt(path, body, effort)[0])
}

function builtInMarks(record: Decoded, { body, context }: Surroundings) {
  return {
    ...markedBy(builtInDeliveryId(record, body, context.headers, context.signedIdHeader), record),
    versionTime: builtInVersionTime(record, body),
  }
}
