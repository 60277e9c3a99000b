import { DomainError, type ErrorItem, maxErrorItems } from '../../errors.ts'
import type { DataTable } from '../../table/data-table.ts'
import { Comparisons, closestName } from '../../text/closest-name.ts'
import { knowsCountry } from '../../text/phone-number.ts'
import { sentence } from '../../text/sentence.ts'
import { isKnownZone } from '../transform/date-text.ts'
import { type Mapping, mappingBounds } from './mapping.ts'

/** The fields of a table against which a mapping is checked. */
export type MappedTable = Pick<DataTable, 'columns' | 'match'>

/** Throws if the table cannot use a mapping. The error lists all faults of the mapping. */
export function assertMapping(mapping: Mapping, table: MappedTable): void {
  const errors = [
    ...faultsOfColumns(mapping, table),
    ...faultsOfAction(mapping, table),
    ...faultsOfTransforms(mapping),
  ]
  if (errors.length === 0) return
  throw new DomainError('VALIDATION_FAILED', {
    message: sentence('The mapping does not fit the table: {fault}', { fault: errors[0]?.message ?? '' }),
    errors: errors.slice(0, maxErrorItems),
  })
}

function faultsOfColumns({ fields }: Mapping, { columns }: MappedTable): readonly ErrorItem[] {
  const known = columns.map(({ name }) => name)
  const seen = new Set<string>()
  const comparisons = new Comparisons()
  return fields.slice(0, mappingBounds.fields).flatMap(({ column }, index): ErrorItem[] => {
    const pointer = `/fields/${index}/column`
    if (seen.has(column)) {
      return [{ pointer, code: 'DUPLICATE', column, message: 'two fields fill the same column' }]
    }
    seen.add(column)
    if (known.includes(column)) return []
    const suggestion = closestName(column, known, comparisons)
    const message = 'a field fills a column that the table does not have; create the column first'
    const fault = { pointer, code: 'UNKNOWN_COLUMN', column, message }
    return [suggestion === null ? fault : { ...fault, suggestion }]
  })
}

function faultsOfAction({ action, fields }: Mapping, { match }: MappedTable): readonly ErrorItem[] {
  if (action === 'ignore') return []
  if (fields.length === 0) {
    const message = 'the mapping fills no column; add a field, or set its action to `ignore`'
    return [{ pointer: '/fields', code: 'TOO_FEW', message }]
  }
  if (action === 'insert') return []
  if (match === null) {
    const message = `\`${action}\` needs match columns to find the record; set match columns of the table first`
    return [{ pointer: '/action', code: 'NOT_ALLOWED', message }]
  }
  const filled = new Set(fields.map(({ column }) => column))
  return match.columns
    .filter((column) => !filled.has(column))
    .map((column) => {
      const message = `\`${action}\` needs a field for each match column of the table`
      return { pointer: '/fields', code: 'MISSING_COLUMN', column, message }
    })
}

function faultsOfTransforms({ fields }: Mapping): readonly ErrorItem[] {
  return fields.flatMap(({ column, transform }, field) =>
    transform.flatMap((step, at): ErrorItem[] => {
      const pointer = `/fields/${field}/transform/${at}`
      if (step.do === 'date' && step.zone !== undefined && !isKnownZone(step.zone)) {
        const message = 'the time zone is unknown; use a name such as "Europe/Berlin"'
        return [{ pointer: `${pointer}/zone`, code: 'WRONG_FORM', column, message }]
      }
      if (step.do === 'phone' && step.country !== undefined && !knowsCountry(step.country)) {
        const message = 'the country is unknown; use a code of two letters, such as "US" or "DE"'
        return [{ pointer: `${pointer}/country`, code: 'WRONG_FORM', column, message }]
      }
      return []
    }),
  )
}
