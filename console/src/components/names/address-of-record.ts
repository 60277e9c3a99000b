import type { Cells } from '../../api/schema.ts'
import { emailColumnOf } from './name-of-record.ts'

/**
 * Returns the e-mail address in a cell of a record, trimmed, or null. The spelling is kept, because the API
 * accepts any.
 */
export function addressIn(cell: Cells[string] | undefined): string | null {
  return typeof cell === 'string' && /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell) ? cell.trim() : null
}

/**
 * Returns the address of the person in a record: from the column named like an e-mail address, or else the
 * first address found.
 */
export function addressOfRecord(data: Cells): string | null {
  const column = emailColumnOf(Object.keys(data))
  const named = column === undefined ? null : addressIn(data[column])
  return (
    named ??
    Object.values(data)
      .map(addressIn)
      .find((address) => address !== null) ??
    null
  )
}
