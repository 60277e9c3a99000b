import { DomainError } from '../../errors.ts'
import type { Match } from '../../table/match.ts'
import { sentence } from '../../text/sentence.ts'
import type { Mapping } from './mapping.ts'
import type { StoredMapping } from './stored-mapping.ts'

/**
 * Returns the next version of a mapping after a column was renamed; the same version if the mapping does not
 * fill the column.
 */
export function withColumnRenamed(mapping: StoredMapping, from: string, to: string): StoredMapping {
  if (!fills(mapping, from)) return mapping
  const fields = mapping.fields.map((field) => (field.column === from ? { ...field, column: to } : field))
  return { ...mapping, fields, version: mapping.version + 1 }
}

export function assertNotFilled(mappings: readonly StoredMapping[], column: string): void {
  const mapping = mappings.find((one) => fills(one, column))
  if (mapping === undefined) return
  throw new DomainError('CONFLICT', {
    message: sentence(
      'The mapping "{name}" fills the column "{column}"; nothing was changed. First remove the column from the mapping, or delete the mapping',
      { name: mapping.name, column },
    ),
  })
}

/**
 * Refuses match columns that a mapping does not fill although it updates records by them. Its records would have no
 * match key, so each update would add a record. Without match columns, such a mapping holds its arrivals.
 */
export function assertMappingsFill(mappings: readonly StoredMapping[], match: Match | null): void {
  if (match === null) return
  for (const mapping of mappings.filter(updatesRecords)) {
    const missing = match.columns.find((column) => !fills(mapping, column))
    if (missing === undefined) continue
    throw new DomainError('CONFLICT', {
      message: sentence(
        'The mapping "{name}" has the action "{action}" and does not fill the column "{missing}"; nothing was changed. First let the mapping fill the match columns, or delete it',
        { name: mapping.name, action: mapping.action, missing },
      ),
    })
  }
}

/** Returns whether a mapping finds the record that it changes by the match columns of the table. */
export function updatesRecords({ action }: Pick<Mapping, 'action'>): boolean {
  return action === 'upsert' || action === 'patch'
}

function fills({ fields }: StoredMapping, column: string): boolean {
  return fields.some((field) => field.column === column)
}
