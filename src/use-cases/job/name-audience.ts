import { DomainError, type ErrorItem, maxErrorItems } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import {
  type ExplicitAudience,
  explicitAudience,
  tooManyRecipients,
} from '../../domain/job/audience/named-audience.ts'
import {
  type MatchValues,
  maxRecordsByWhere,
  type RequestedAudience,
} from '../../domain/job/audience/trigger-request.ts'
import type { SegmentExclusion } from '../../domain/spinner/segment/exclusion.ts'
import { comparedColumnsOf, type Where } from '../../domain/spinner/where/where.ts'
import { keyReaderFor } from '../../domain/table/record-key.ts'
import { Comparisons, closestName } from '../../domain/text/closest-name.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobAudience, TriggerTarget } from '../../ports/job/job-starter.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { SegmentStore, StoredSegment } from '../../ports/table/segments.ts'
import type { CountSegment } from '../table/segments/count-segment.ts'

/** A table with the columns that conditions may use. */
type NamedTable = Pick<TriggerTarget, 'tableSchema' | 'metadataColumns'>

type Named = Exclude<RequestedAudience, { readonly kind: 'spinner' | 'records' }>

/** A segment of a data table, with its id as the caller names it. */
interface SegmentQuery {
  readonly segmentId: string
  /** The limit of recipients, for which the count must be exact; null if the count may be an estimate. */
  readonly maxRecipients: number | null
}

/** Finds the existing records that a trigger names as its audience. */
export class NameAudience {
  readonly #records: RecordStore
  readonly #segments: SegmentStore
  readonly #countSegment: CountSegment
  readonly #clock: Clock

  constructor(records: RecordStore, segments: SegmentStore, countSegment: CountSegment, clock: Clock) {
    this.#records = records
    this.#segments = segments
    this.#countSegment = countSegment
    this.#clock = clock
  }

  async of(target: TriggerTarget, request: Named): Promise<ExplicitAudience> {
    switch (request.kind) {
      case 'recordIds':
        return this.#withIds(target, request.ids)
      case 'match':
        return this.#matching(target, request.values)
      case 'where':
        return this.#like(target, request.where)
      case 'segment':
        await this.#segmentOf(target, request.segmentId)
        return this.#like(target, { segmentId: request.segmentId })
    }
  }

  /** Counts the records of a segment, which are chosen when the job takes them. */
  async ofSegment(
    target: TriggerTarget,
    { segmentId, maxRecipients }: SegmentQuery,
  ): Promise<Extract<JobAudience, { readonly kind: 'segment' }>> {
    const segment = await this.#segmentOf(target, segmentId)
    const count = await this.#countSegment.execute(segment)
    const exact =
      maxRecipients === null || !count.isEstimate ? null : await this.#segments.count(segment, () => false)
    return { kind: 'segment', segmentId: segment.id, count: exact ?? count }
  }

  /** Refuses an exclusion that names a segment which the data table of the spinner does not have. */
  async assertExcludable(
    { tableSchema }: Pick<TriggerTarget, 'tableSchema'>,
    { segmentIds }: SegmentExclusion,
  ): Promise<void> {
    const stored = new Set((await this.#segments.ofTable(tableSchema.tableId)).map(({ id }) => id))
    const errors = segmentIds.flatMap((id, index) =>
      stored.has(id) ? [] : [{ pointer: `/exclude/segmentIds/${index}`, code: 'UNKNOWN_SEGMENT' }],
    )
    if (errors.length > 0)
      throw invalid(
        sentence('`exclude` names a segment that the data table of the spinner does not have'),
        errors,
      )
  }

  async #segmentOf({ organizationId, tableSchema }: TriggerTarget, id: string): Promise<StoredSegment> {
    const segment = isId(id) ? await this.#segments.find(organizationId, id) : null
    if (segment?.dataTableId === tableSchema.tableId) return segment
    throw invalid(sentence('`segmentId` names a segment that the data table of the spinner does not have'), [
      { pointer: '/segmentId', code: 'UNKNOWN_SEGMENT' },
    ])
  }

  async #withIds({ tableSchema }: TriggerTarget, ids: readonly string[]): Promise<ExplicitAudience> {
    const storedRecords = await this.#records.withIds(tableSchema.tableId, [...new Set(ids)])
    return explicitAudience(ids.map((sent) => ({ sent, recordId: storedRecords.has(sent) ? sent : null })))
  }

  async #matching({ tableSchema }: TriggerTarget, values: readonly MatchValues[]): Promise<ExplicitAudience> {
    const { match, defaultCountry, tableId } = tableSchema
    if (match === null)
      throw invalid(
        sentence('The data table has no match columns; select records by `recordIds` or `where`'),
        [{ pointer: '/match', code: 'NO_MATCH_COLUMNS' }],
      )
    const { columns } = match
    const keyOf = keyReaderFor({ columns, defaultCountry })
    const [only] = columns
    const errors: ErrorItem[] = []
    const keys = values.map((value, index) => {
      if (errors.length >= maxErrorItems) return null
      const cells = typeof value === 'object' ? value : columns.length === 1 ? { [only ?? '']: value } : null
      if (cells !== null && hasExactly(cells, columns)) return keyOf(cells)
      errors.push({ pointer: `/match/${index}`, code: 'NOT_THE_MATCH_COLUMNS' })
      return null
    })
    if (errors.length > 0)
      throw invalid(
        sentence('Each entry of `match` must have exactly the match columns of the data table: {columns}', {
          columns: columns.join(', '),
        }),
        errors,
      )
    const known = await this.#records.withKeys(tableId, [...new Set(keys.filter((key) => key !== null))])
    return explicitAudience(
      values.map((sent, index) => ({ sent, recordId: known.get(keys[index] ?? '') ?? null })),
    )
  }

  async #like(target: NamedTable, where: Where): Promise<ExplicitAudience> {
    const recordIds = await this.like(target, where, maxRecordsByWhere)
    if (recordIds.length > maxRecordsByWhere) throw tooManyRecipients(recordIds.length, maxRecordsByWhere)
    return { recordIds, excluded: [], unknown: [] }
  }

  /**
   * Returns the ids of the first `most` + 1 records that meet a condition. Throws if the condition uses columns that it
   * may not use.
   */
  async like(
    { tableSchema, metadataColumns }: NamedTable,
    where: Where,
    most: number,
  ): Promise<readonly string[]> {
    const comparisons = new Comparisons()
    const errors = comparedColumnsOf(where)
      .filter(({ column }) => !metadataColumns.includes(column))
      .slice(0, maxErrorItems)
      .map(
        ({ place, column }): ErrorItem =>
          faultOfColumn(`/where${place}`, column, tableSchema.columns, metadataColumns, comparisons),
      )
    if (errors.length > 0)
      throw invalid(sentence('`where` may use only metadata columns of the published version'), errors)
    const condition = { where, metadataColumns, now: this.#clock.now() }
    return this.#records.like(tableSchema, condition, most)
  }
}

function faultOfColumn(
  pointer: string,
  column: string,
  columns: readonly string[],
  metadataColumns: readonly string[],
  comparisons: Comparisons,
): ErrorItem {
  if (columns.includes(column)) return { pointer, code: 'NOT_METADATA', column }
  const suggestion = closestName(column, metadataColumns, comparisons)
  const item = { pointer, code: 'UNKNOWN_COLUMN', column }
  return suggestion === null ? item : { ...item, suggestion }
}

function hasExactly(cells: object, columns: readonly string[]): boolean {
  return (
    Object.keys(cells).length === columns.length && columns.every((column) => Object.hasOwn(cells, column))
  )
}

function invalid(message: string, errors: readonly ErrorItem[]): DomainError {
  return new DomainError('AUDIENCE_INVALID', { message, errors })
}
