import type { DataRecord } from '../../../src/domain/record-cells.ts'

/** Returns a record for the table of the demo in tests. */
export function lead(no: number, changes: Partial<DataRecord> = {}): DataRecord {
  const record = { name: `Lead ${no}`, phone: `${no}`, account_id: `A-${no}`, email: `lead${no}@example.com` }
  return { ...record, ...(changes as DataRecord) }
}

export function leads(count: number, from = 0): DataRecord[] {
  return Array.from({ length: count }, (_, index) => lead(from + index + 1))
}
