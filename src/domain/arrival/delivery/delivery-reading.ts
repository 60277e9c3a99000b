import { DomainError } from '../../errors.ts'
import type { WorkInParts } from '../../parts.ts'
import type { DataRecord } from '../../record-cells.ts'
import { signedIdHeaderOf } from '../../table/signature.ts'
import type { TableSchema } from '../../table/table-schema.ts'
import { Comparisons } from '../../text/closest-name.ts'
import { cutText } from '../../text/storable-text.ts'
import type { ArrivalReason } from '../arrival.ts'
import { type Decoded, type Decoding, isObject, own } from '../mapping/decoded.ts'
import { contentOfOwn } from '../mapping/delivery-content.ts'
import { type DeliveryId, deliveryIdInHeaders } from '../mapping/delivery-marks.ts'
import { Effort, EffortSpent } from '../mapping/effort.ts'
import { formatOf } from '../mapping/format.ts'
import { type DeliveryContext, mapDelivery } from '../mapping/map-delivery.ts'
import type { MappedItem } from '../mapping/mapped-delivery.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { updatesRecords } from '../mapping/mapping-columns.ts'
import { ownRecords, ownRoot } from '../mapping/own-format.ts'
import { isSamePath, type Path } from '../mapping/path.ts'
import { versionsOf } from '../mapping/stored-mapping.ts'
import { holdsOnlyIds, idsOnlyMessage } from '../proposal/ids-only-body.ts'
import { noIdentity, type OwnIdentity } from '../proposal/lead/own-identity.ts'
import { isRecord } from '../records.ts'
import { leftOutIdentity } from './left-out-identity.ts'
import { isPing } from './ping.ts'

export interface NamedMapping extends Mapping {
  readonly id: string
  readonly version: number
}

export interface RecordInDelivery {
  readonly index: number
  readonly deliveryId: DeliveryId | null
  /** The digest of the record that was sent under the delivery id; null without a delivery id. */
  readonly content: string | null
}

/**
 * The outcome for one record of a delivery: it fits the table, is ignored on purpose, or is held with
 * reasons.
 */
export type ReadItem =
  | (RecordInDelivery & {
      readonly outcome: 'record'
      readonly record: DataRecord
      readonly isPatch: boolean
    })
  | (RecordInDelivery & { readonly outcome: 'ignored' })
  | (RecordInDelivery & { readonly outcome: 'held'; readonly reasons: readonly ArrivalReason[] })

/**
 * The result of reading the body of a delivery for a table: its records, or the reasons why there are none.
 */
export interface DeliveryReading {
  /** Whether the delivery is only a test of the webhook URL, so that nothing is stored. */
  readonly isPing: boolean
  /**
   * The digest of the structure of the body. It is computed on demand, because accepted records do not need
   * the digest.
   */
  readonly format: string | null
  readonly mappingId: string | null
  /** The versions of the mappings that were tried on the body; null if no mapping was needed. */
  readonly mappingVersions: string | null
  /** The outcome for each record of the delivery's body; null if its records cannot be determined. */
  readonly items: readonly ReadItem[] | null
  /** The path to the records of the body; null if its records cannot be determined. */
  readonly root: Path | null
  /** The reasons why no records could be found in the delivery's body; empty if they were found. */
  readonly reasons: readonly ArrivalReason[]
}

const nothing = {
  isPing: false,
  format: null,
  mappingId: null,
  mappingVersions: null,
  items: null,
  root: null,
}

class ReadingWithFormat implements DeliveryReading {
  readonly isPing: boolean
  readonly mappingId: string | null
  readonly mappingVersions: string | null
  readonly items: readonly ReadItem[] | null
  readonly root: Path | null
  readonly reasons: readonly ArrivalReason[]
  readonly #decoded: Decoded

  constructor(reading: Omit<DeliveryReading, 'format'>, decoded: Decoded) {
    this.isPing = reading.isPing
    this.mappingId = reading.mappingId
    this.mappingVersions = reading.mappingVersions
    this.items = reading.items
    this.root = reading.root
    this.reasons = reading.reasons
    this.#decoded = decoded
  }

  get format(): string {
    return formatOf(this.#decoded)
  }
}

/**
 * The table for which a delivery is read, and the remaining work allowed for suggesting similar column names in
 * errors.
 */
interface Target {
  readonly table: TableSchema
  readonly comparisons: Comparisons
}

/** Reads a delivery for a table and decides the outcome of each record. Never throws, whatever was sent. */
export function* readDelivery(
  { decoded, fault }: Decoding,
  table: TableSchema,
  mappings: readonly NamedMapping[],
  context: DeliveryContext,
): WorkInParts<DeliveryReading> {
  if (fault !== null) {
    return {
      ...nothing,
      isPing: fault.code === 'EMPTY_BODY',
      reasons: [{ code: fault.code, message: fault.message }],
    }
  }
  if (isPing(decoded)) return { ...nothing, isPing: true, reasons: [] }
  const withFormat = (reading: Omit<DeliveryReading, 'format'>) => new ReadingWithFormat(reading, decoded)
  const held = (code: string, message: string) => withFormat({ ...nothing, reasons: [{ code, message }] })
  if (table.columns.length === 0 && !holdsOnlyIds(decoded))
    return held(
      'TABLE_HAS_NO_SCHEMA',
      'The table has no columns yet; create columns from this arrival, or import a file',
    )
  const target = { table, comparisons: new Comparisons() }
  const records = ownRecords(withoutTable(decoded))
  const ownId =
    records === null ? null : deliveryIdInHeaders(context.headers, signedIdHeaderOf(table.signature))
  const ownItems =
    records?.flatMap((record, index) =>
      record === null && context.isPartlyErased === true ? [] : [ownItem(record, index, ownId, target)],
    ) ?? null
  if (ownItems?.every(({ outcome }) => outcome === 'record') === true)
    return withFormat({ ...nothing, items: ownItems, root: ownRoot, reasons: [] })
  const signedIdHeader = signedIdHeaderOf(table.signature)
  const mapped = yield* mapDelivery(mappings, decoded, { ...context, signedIdHeader })
  const isOfRecords = ownItems === null || isSamePath(mapped?.mapping.root ?? [], ownRoot)
  if (mapped === null || !isOfRecords) {
    if (ownItems !== null) return withFormat({ ...nothing, items: ownItems, root: ownRoot, reasons: [] })
    if (holdsOnlyIds(decoded)) return held('IDS_ONLY', idsOnlyMessage)
    return held('UNKNOWN_FORMAT', 'The table has no mapping for bodies of this format')
  }
  const effort = new Effort()
  // Values beside a single record may belong to its person. Values beside several records belong to others.
  const isSingle = mapped.items.length === 1 && context.isPartlyErased !== true
  const { ownIdentity = noIdentity } = context
  const mappedItems: ReadItem[] = []
  for (const item of mapped.items) {
    const read = mappedItem(item, target)
    if (item.outcome !== 'record' || read.outcome !== 'record') mappedItems.push(read)
    else
      mappedItems.push(
        yield* identified(
          read,
          { ...item, part: isSingle ? decoded : item.part, ownIdentity },
          table,
          effort,
        ),
      )
  }
  const items = ownItems === null ? mappedItems : curedBy(mappedItems, ownItems)
  const { id: mappingId, root } = mapped.mapping
  return withFormat({
    ...nothing,
    mappingId,
    mappingVersions: versionsOf(mappings),
    items,
    root,
    reasons: [],
  })
}

/**
 * Returns the records of a body of the form `{"records": […]}`. A record that does not fit is replaced by its
 * mapped record. It keeps its delivery id and content, so that a repeat that fits is recognized.
 */
function curedBy(mapped: readonly ReadItem[], ownItems: readonly ReadItem[]): readonly ReadItem[] {
  const byPlace = new Map(mapped.map((item) => [item.index, item]))
  return ownItems.map((item) => {
    const other = item.outcome === 'held' ? byPlace.get(item.index) : undefined
    if (other === undefined || other.outcome === 'held') return item
    const { index, deliveryId, content } = item
    return { ...other, index, deliveryId, content }
  })
}

/** Returns a body without `dataTableId`, the key by which requests with an API key name their table. */
function withoutTable(body: Decoded): Decoded {
  if (!isObject(body) || typeof own(body, 'dataTableId') !== 'string') return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'dataTableId'))
}

/**
 * Returns the index, delivery id and content digest of one record in a body of the form `{"records": […]}`.
 * All records of the body have the delivery id of its headers; null if the headers name none.
 */
export function ownMarks(record: Decoded, index: number, deliveryId: DeliveryId | null): RecordInDelivery {
  return { index, deliveryId, content: deliveryId && contentOfOwn(record) }
}

function ownItem(record: Decoded, index: number, id: DeliveryId | null, target: Target): ReadItem {
  const placed = ownMarks(record, index, id)
  if (!isRecord(record)) {
    const message = 'A record must be a flat object of strings, numbers, booleans and nulls'
    return {
      ...placed,
      outcome: 'held',
      reasons: [{ code: isObject(record) ? 'NESTED_VALUE' : 'NOT_AN_OBJECT', message, index }],
    }
  }
  if (!isStorable(record)) {
    const message = 'A text in the record holds a character that cannot be stored: NUL or a lone surrogate'
    return { ...placed, outcome: 'held', reasons: [{ code: 'NOT_STORABLE', message, index }] }
  }
  return fitting(placed, record, target, false)
}

/**
 * Returns whether PostgreSQL can store all texts of a record. It cannot store NUL characters and lone
 * surrogates.
 */
function isStorable(record: DataRecord): boolean {
  return Object.entries(record).every(
    ([name, cell]) => isStorableText(name) && (typeof cell !== 'string' || isStorableText(cell)),
  )
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function mappedItem(item: MappedItem<NamedMapping>, target: Target): ReadItem {
  const { table } = target
  const { index, deliveryId, content } = item
  const placed = { index, deliveryId, content }
  if (item.outcome === 'ignored') return { ...placed, outcome: 'ignored' }
  if (item.outcome === 'held')
    return { ...placed, outcome: 'held', reasons: item.reasons.map((reason) => ({ ...reason, index })) }
  const { action } = item.mapping
  if (updatesRecords(item.mapping) && table.match === null) {
    const message = `The action of the mapping is ${action}, but the table has no match columns by which it finds the record`
    return { ...placed, outcome: 'held', reasons: [{ code: 'NO_MATCH_COLUMNS', message, index }] }
  }
  const record = withVersion(item.record, item.versionTime, table)
  return fitting(placed, record, target, action === 'patch')
}

/** Returns a record that fits the table, or holds it if the mapping leaves out values that identify its person. */
function* identified(
  read: Extract<ReadItem, { readonly outcome: 'record' }>,
  item: Extract<MappedItem<NamedMapping>, { readonly outcome: 'record' }> & {
    readonly ownIdentity: OwnIdentity
  },
  table: TableSchema,
  effort: Effort,
): WorkInParts<ReadItem> {
  const { index, deliveryId, content } = read
  try {
    const reasons = yield* leftOutIdentity(item, table, effort)
    return reasons.length === 0 ? read : { index, deliveryId, content, outcome: 'held', reasons }
  } catch (error) {
    if (!(error instanceof EffortSpent)) throw error
    const message = 'Searching this delivery for addresses takes more work than the limit; send fewer records'
    return {
      index,
      deliveryId,
      content,
      outcome: 'held',
      reasons: [{ code: 'TOO_MUCH_WORK', message, index }],
    }
  }
}

/**
 * Returns a mapped record with the time of its change at the source in the `newerBy` column, if the mapping
 * left that column empty.
 */
function withVersion(record: DataRecord, versionTime: string | null, { match }: TableSchema): DataRecord {
  const column = match?.newerBy ?? null
  if (column === null || versionTime === null || Object.hasOwn(record, column)) return record
  return Object.fromEntries([...Object.entries(record), [column, versionTime]])
}

function fitting(placed: RecordInDelivery, record: DataRecord, target: Target, isPatch: boolean): ReadItem {
  const { table, comparisons } = target
  const tableSchema = isPatch ? table.forPatches : table
  if (tableSchema.fits([record])) return { ...placed, outcome: 'record', record, isPatch }
  return {
    ...placed,
    outcome: 'held',
    reasons: mismatches(record, placed.index, { table: tableSchema, comparisons }),
  }
}

function mismatches(
  record: DataRecord,
  index: number,
  { table, comparisons }: Target,
): readonly ArrivalReason[] {
  try {
    table.assertFits([record], undefined, comparisons)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return (error.details.errors ?? []).map(({ code, column = '', suggestion }) => ({
      code,
      message:
        code === 'MISSING_COLUMN'
          ? `The record lacks the column "${column}" of the table`
          : `The table has no column "${column}"`,
      column,
      index,
      ...(suggestion === undefined ? {} : { suggestion }),
    }))
  }
}

/**
 * Returns the reasons why a request was refused, from its error. An error without positions gives one reason
 * for the whole request.
 */
export function reasonsOfError({
  code: ofAll,
  details,
  message,
}: Pick<DomainError, 'details' | 'message'> & { readonly code: string }): readonly ArrivalReason[] {
  const { errors = [] } = details
  if (errors.length === 0) return [{ code: ofAll, message }]
  return errors.map(({ pointer, code, message: words, column, suggestion }) => {
    const [, index] = /^\/records\/(\d+)/.exec(pointer) ?? []
    return {
      code,
      // The message of an error about a record begins with the pointer to the faulty value: "/records/0/email
      // is required".
      message: words === undefined ? message : `${placeNamed(pointer)} ${words}`,
      ...(column === undefined ? {} : { column }),
      ...(index === undefined ? {} : { index: Number(index) }),
      ...(suggestion === undefined ? {} : { suggestion }),
    }
  })
}

/**
 * The number of characters after which the pointer to a value in an error message is cut. A source may choose a
 * field name as long as the body.
 */
const maxPlaceLength = 200

function placeNamed(pointer: string): string {
  if (pointer === '') return 'the body'
  return pointer.length > maxPlaceLength ? `${cutText(pointer, maxPlaceLength)}…` : pointer
}

/** Returns whether a record is held because of an address, a phone number or a key that its mapping leaves out. */
export function isIdentityLeftOut({ items }: DeliveryReading): boolean {
  return (
    items?.some(
      (item) => item.outcome === 'held' && item.reasons.some(({ code }) => code === 'IDENTITY_UNMAPPED'),
    ) ?? false
  )
}

/**
 * Returns the number of records of a body of the form `{"records": […]}`; null for a body in another form.
 */
export function countOwn(decoded: Decoded): number | null {
  return ownRecords(withoutTable(decoded))?.length ?? null
}
