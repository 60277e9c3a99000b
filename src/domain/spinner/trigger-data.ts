import { DomainError, type ErrorItem, maxErrorItems } from '../errors.ts'
import type { Cell, DataRecord } from '../record-cells.ts'
import { Comparisons, closestName } from '../text/closest-name.ts'
import { sentence } from '../text/sentence.ts'
import { isoTimeOf } from '../time/iso-time.ts'

/**
 * The data that a trigger (request to start a job) sends for all recipients. Templates read a field as
 * `trigger.NAME`.
 */
export type TriggerData = Readonly<Record<string, Exclude<Cell, null>>>

/** The types of fields that a trigger may send; `date` is an ISO 8601 date or time. */
export const triggerFieldTypes = ['text', 'number', 'boolean', 'date'] as const
type TriggerFieldType = (typeof triggerFieldTypes)[number]

export interface TriggerField {
  readonly name: string
  readonly type: TriggerFieldType
  readonly isRequired: boolean
}

export const maxTriggerFields = 50
export const maxTriggerFieldLength = 64
export const triggerFieldName = /^[A-Za-z_]\w*$/

/**
 * Returns the column name by which templates and conditions read a field of the trigger's data. A data
 * table's column never hides it, because trigger data comes first.
 */
export function triggerColumnOf(field: string): string {
  return `trigger.${field}`
}

/** Returns the column names by which templates and conditions read the data of a trigger. */
export function triggerColumns(fields: readonly Pick<TriggerField, 'name'>[]): readonly string[] {
  return fields.map(({ name }) => triggerColumnOf(name))
}

/**
 * Returns the values that the steps of a spinner can read for a recipient: the record's cells and the data of
 * the job's trigger.
 */
export function withTriggerData(cells: DataRecord, data: TriggerData | null): DataRecord {
  if (data === null) return cells
  const all = Object.assign(Object.create(null) as Record<string, Cell>, cells)
  // Leaves out empty texts in the trigger's data, because templates treat an empty text as a missing value.
  for (const [name, value] of Object.entries(data)) if (value !== '') all[triggerColumnOf(name)] = value
  return all
}

/**
 * Returns the columns of the record among the columns that a step reads. Leaves out fields of the trigger's data, which
 * no change of the record can change.
 */
export function columnsOfRecord(
  columns: readonly string[],
  metadataColumns: readonly string[],
  data: TriggerData | null,
): readonly string[] {
  const ofTrigger = triggerColumns(Object.keys(data ?? {}).map((name) => ({ name })))
  return columns.filter((column) => metadataColumns.includes(column) && !ofTrigger.includes(column))
}

/** Returns sample trigger data for the preview of a draft, with a value for each declared field. */
export function sampleTriggerData(fields: readonly TriggerField[]): TriggerData {
  const sampleOf = ({ name, type }: TriggerField) =>
    ({ text: name, number: 1, boolean: true, date: '2026-12-31' })[type]
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))
}

/**
 * Throws if the data of a trigger has undeclared fields or values of another type, or lacks required fields.
 */
export function assertTriggerData(fields: readonly TriggerField[], data: TriggerData | null): void {
  const errors = faultsOfTriggerData(fields, data)
  if (errors.length === 0) return
  throw new DomainError('TRIGGER_DATA_MISMATCH', {
    message: sentence(
      'The data of the trigger does not match the triggerData of the spinner: {pointer} {fault}',
      {
        pointer: errors[0]?.pointer ?? '',
        fault: errors[0]?.message ?? '',
      },
    ),
    errors,
  })
}

export function fitsTriggerData(fields: readonly TriggerField[], data: TriggerData | null): boolean {
  return (fields.length === 0 && data === null) || faultsOfTriggerData(fields, data).length === 0
}

/**
 * Returns the fields that a version requires but that the trigger of a job did not send with the right type.
 * The trigger started the job with another version. Data that the version no longer declares does no harm.
 */
export function missingTriggerData(
  fields: readonly TriggerField[],
  data: TriggerData | null,
): readonly string[] {
  return fields
    .filter((field) => field.isRequired && faultsOf(field, data ?? {}).length > 0)
    .map(({ name }) => name)
}

function faultsOfTriggerData(
  fields: readonly TriggerField[],
  data: TriggerData | null,
): readonly ErrorItem[] {
  const given = data ?? {}
  const names = fields.map(({ name }) => name)
  const comparisons = new Comparisons()
  const undeclared = Object.keys(given)
    .filter((name) => !names.includes(name))
    .slice(0, maxErrorItems)
    .map((name): ErrorItem => {
      const suggestion = closestName(name, names, comparisons)
      const message = 'is not in the `triggerData` of the spinner'
      const item = { pointer: pointerTo(name), code: 'UNKNOWN_FIELD', message }
      return suggestion === null ? item : { ...item, suggestion }
    })
  const faulty = fields.flatMap((field) => faultsOf(field, given))
  return [...undeclared, ...faulty].slice(0, maxErrorItems)
}

function faultsOf({ name, type, isRequired }: TriggerField, given: TriggerData): readonly ErrorItem[] {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  const pointer = pointerTo(name)
  if (value === undefined) return isRequired ? [{ pointer, code: 'REQUIRED', message: 'is required' }] : []
  return isOf(type, value) ? [] : [{ pointer, code: 'WRONG_TYPE', message: `must be ${wordsOf[type]}` }]
}

const wordsOf: Readonly<Record<TriggerFieldType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a day or a time such as 2026-12-31 or 2026-12-31T23:59:59Z',
}

function isOf(type: TriggerFieldType, value: Exclude<Cell, null>): boolean {
  if (type === 'date') return typeof value === 'string' && isoTimeOf(value) !== null
  return typeof value === (type === 'text' ? 'string' : type)
}

function pointerTo(name: string): string {
  return `/data/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function sameTriggerData(a: readonly TriggerField[], b: readonly TriggerField[]): boolean {
  const lines = (fields: readonly TriggerField[]) =>
    fields.map(({ name, type, isRequired }) => `${name} ${type} ${isRequired}`).join('\n')
  return lines(a) === lines(b)
}
