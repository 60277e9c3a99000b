import { DomainError } from '../../errors.ts'
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
    message: `The mapping "${mapping.name}" fills the column "${column}"; nothing was changed. First remove the column from the mapping, or delete the mapping`,
  })
}

function fills({ fields }: StoredMapping, column: string): boolean {
  return fields.some((field) => field.column === column)
}
