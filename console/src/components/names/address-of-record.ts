import type { Cells } from '../../api/schema.ts'
import { emailColumnOf } from './name-of-record.ts'

/** As a cell holds it; the API takes it in any spelling. */
export function addressIn(cell: Cells[string] | undefined): string | null {
  return typeof cell === 'string' && /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell) ? cell.trim() : null
}

/** Whom a record is about: the address in the column that is called so, or else the first that it has. */
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
