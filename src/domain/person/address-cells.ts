import { normalizedEmail } from '../email-address.ts'
import type { DataRecord } from '../record-cells.ts'
import { columnKind } from '../table/column/column-kind.ts'

/** Returns the addresses in the cells of a record, normalized and without repeats. */
export function addressesIn(record: DataRecord): readonly string[] {
  const found = new Set<string>()
  for (const cell of Object.values(record)) {
    // Searches "@" before parsing a text as an address. Nearly no cell contains it, and the search is cheaper
    // than parsing.
    if (typeof cell !== 'string' || !cell.includes('@')) continue
    const address = normalizedEmail(cell)
    if (address !== null) found.add(address)
  }
  return [...found]
}

/** Returns the addresses in the columns of a record that have a name such as "email". */
export function addressesInEmailColumns(record: DataRecord): readonly string[] {
  return addressesIn(
    Object.fromEntries(Object.entries(record).filter(([name]) => columnKind(name) === 'email')),
  )
}

/**
 * Returns the e-mail addresses of the person whom a record is about. Takes columns with a name such as "email";
 * if they contain no address, takes all columns.
 */
export function ownAddressesIn(record: DataRecord): readonly string[] {
  const addresses = addressesInEmailColumns(record)
  return addresses.length > 0 ? addresses : addressesIn(record)
}

/** Returns whether any cell of a record contains exactly this address of a person, in any spelling. */
export function hasAddress(record: DataRecord, address: string): boolean {
  return addressesIn(record).includes(address)
}
