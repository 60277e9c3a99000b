import type { KnownReading } from '../../model/organization/known-exports.ts'
import { anything, type KnownRecords } from '../../model/records.ts'
import { originalOf } from '../path/words-of-step.ts'
import { each, type Promised } from '../promise.ts'

/**
 * Compares the records that clients have read, while others changed them, with the records that the table had meanwhile. The
 * cells of a table that had match columns are not compared, because its records are merged.
 */
export const readingsComplete: Promised = {
  promise:
    'An export, and the pages of a list, have each record of the table once, as it was at some moment of the reading',
  when: 'always',
  holds: ({ model }) =>
    each(model.exports.takeReadings(), (reading) => {
      const { table, ids } = reading
      const words = `the reading of ${table.name} (${reading.reading})`
      if (ids !== null && new Set(ids).size < ids.length) return `${words} has a record twice`
      const fault = table.wasMatched
        ? faultOfPeople(reading, model.records)
        : (faultOfNames(reading, model.records) ?? faultOfCells(reading, model.records))
      return fault === null ? null : `${words} ${fault}`
    }),
}

function refOf({ ref }: KnownReading['records'][number]): string {
  return String(ref)
}

/** Returns a record that is absent, read twice, or read without being in the table. */
function faultOfNames(
  { table, acknowledged, records, begun, ended }: KnownReading,
  known: KnownRecords,
): string | null {
  const refs = records.map(refOf)
  const read = new Set(refs)
  if (read.size < refs.length) return `has a record twice: ${refs.join(' ')}`
  const presence = (ref: string) => known.presence(ref).possibleBetween(begun, ended)
  for (const ref of acknowledged)
    if (!read.has(ref) && presence(ref).every(Boolean)) return `lacks ${ref}, which was acknowledged before`
  for (const ref of read) {
    if (!table.acknowledged.has(ref) && !table.inDoubt.has(ref)) return `has ${ref}, which was refused`
    if (!presence(ref).some(Boolean)) return `has ${ref}, which was deleted before`
  }
  // The records of one request are added in one commit.
  const meanwhile = table.sendings.filter((sending) => sending.begun < ended && sending.ended > begun)
  for (const { refs: sent } of meanwhile) {
    const certain = sent.filter((ref) => presence(ref).every(Boolean))
    const count = certain.filter((ref) => read.has(ref)).length
    if (count > 0 && count < certain.length)
      return `has ${count} of the records ${certain.join(' ')} of one request`
  }
  return null
}

/** Returns a cell whose value the record had at no moment of the reading. */
function faultOfCells({ records, begun, ended }: KnownReading, known: KnownRecords): string | null {
  for (const record of records) {
    const cells = new Map(Object.entries(record).map(([name, value]) => [originalOf(name), value]))
    for (const column of known.columnsOf(refOf(record))) {
      const possible = known.cell(refOf(record), column).possibleBetween(begun, ended)
      const cell = cells.get(column) ?? null
      if (!possible.some((value) => value === anything || value === cell))
        return `has ${JSON.stringify(cell)} as ${column} of ${refOf(record)}, which was written as ${possible.map((value) => JSON.stringify(value)).join(' or ')}`
    }
  }
  return null
}

/** Returns a person who is absent, or a record that was refused, in a table whose records may have been merged. */
function faultOfPeople(
  { table, acknowledged, records, begun, ended }: KnownReading,
  known: KnownRecords,
): string | null {
  const addresses = new Set(records.map(({ email }) => String(email ?? '').toLowerCase()))
  for (const record of records) {
    const ref = refOf(record)
    if (!table.acknowledged.has(ref) && !table.inDoubt.has(ref)) return `has ${ref}, which was refused`
  }
  for (const ref of acknowledged) {
    const address = known.addressOf(ref)
    const isCertain = known
      .of(address)
      .every((one) => known.presence(one).possibleBetween(begun, ended).every(Boolean))
    if (isCertain && !addresses.has(address))
      return `has no record of ${address}, whose ${ref} was acknowledged`
  }
  return null
}
