import { DomainError, type ErrorItem, maxErrorItems } from '../../domain/errors.ts'
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
import { comparedColumnsOf, type Where } from '../../domain/spinner/where/where.ts'
import { keyReaderFor } from '../../domain/table/record-key.ts'
import { Comparisons, closestName } from '../../domain/text/closest-name.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TriggerTarget } from '../../ports/job/job-starter.ts'
import type { RecordStore } from '../../ports/table/records.ts'

/** A table with the columns that conditions may use. */
type NamedTable = Pick<TriggerTarget, 'tableSchema' | 'metadataColumns'>

type Named = Exclude<RequestedAudience, { readonly kind: 'spinner' | 'records' }>

/** Finds the existing records that a trigger names as its audience. */
export class NameAudience {
  readonly #records: RecordStore
  readonly #clock: Clock

  constructor(records: RecordStore, clock: Clock) {
    this.#records = records
    this.#clock = clock
  }

  async of(target: TriggerTarget, request: Named): Promise<ExplicitAudience> {
    switch (request.kind) {
      case 'recordIds':
        return this.#withIds(target, request.ids)
      case 'match':
        return this.#matching(target, request.values)
      case 'where':
        return this.#like(target, request)
    }
  }

  async #withIds({ tableSchema }: TriggerTarget, ids: readonly string[]): Promise<ExplicitAudience> {
    const storedRecords = await this.#records.withIds(tableSchema.tableId, [...new Set(ids)])
    return explicitAudience(ids.map((sent) => ({ sent, recordId: storedRecords.has(sent) ? sent : null })))
  }

  async #matching({ tableSchema }: TriggerTarget, values: readonly MatchValues[]): Promise<ExplicitAudience> {
    const { match, defaultCountry, tableId } = tableSchema
    if (match === null)
      throw invalid('The data table has no match columns; select records by `recordIds` or `where`', [
        { pointer: '/match', code: 'NO_MATCH_COLUMNS' },
      ])
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
        `Each entry of \`match\` must have exactly the match columns of the data table: ${columns.join(', ')}`,
        errors,
      )
    const known = await this.#records.withKeys(tableId, [...new Set(keys.filter((key) => key !== null))])
    return explicitAudience(
      values.map((sent, index) => ({ sent, recordId: known.get(keys[index] ?? '') ?? null })),
    )
  }

  async #like(
    target: NamedTable,
    { where }: Extract<Named, { readonly kind: 'where' }>,
  ): Promise<ExplicitAudience> {
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
      throw invalid('`where` may use only metadata columns of the published version', errors)
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
