import { normalizedEmail } from '../email-address.ts'
import type { DataRecord } from '../table/cell.ts'
import { columnKind } from '../table/column-kind.ts'

/** The addresses that stand in cells of a record, in their one form, each once. */
export function addressesIn(record: DataRecord): readonly string[] {
  const found = new Set<string>()
  for (const cell of Object.values(record)) {
    // Nearly no cell has one, and to look for it is cheaper than to read every text as an address.
    if (typeof cell !== 'string' || !cell.includes('@')) continue
    const address = normalizedEmail(cell)
    if (address !== null) found.add(address)
  }
  return [...found]
}

/** The addresses that say whose a record is: those of columns named as an address is, before all others. */
export function ownAddressesIn(record: DataRecord): readonly string[] {
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => columnKind(name) === 'email'))
  const addresses = addressesIn(own)
  return addresses.length > 0 ? addresses : addressesIn(record)
}

/** Whether a record is one of the person: a cell of it, whichever, is their address. */
export function hasAddress(record: DataRecord, address: string): boolean {
  return addressesIn(record).includes(address)
}
