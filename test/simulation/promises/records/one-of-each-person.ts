import type { KnownTable } from '../../model/known-table.ts'
import type { Model } from '../../model/model.ts'
import type { Promised } from '../promise.ts'
import { isVisibleRecord } from '../visible-record.ts'

export const oneOfEachPerson: Promised = {
  promise: 'With match columns, each person is one record, which has the latest values',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    for (const table of model.storedTables(clock.latest).filter(({ wasMatched }) => wasMatched)) {
      const stored = await rows<{ ref: string; email: string }>(
        `select r.data ->> 'ref' as ref, lower(r.data ->> 'email') as email from records r
          where r.data_table_id = $1 and ${isVisibleRecord}`,
        [table.id],
      )
      const isMatched = table.match.possible().every((match) => match !== null)
      for (const [address, records] of Map.groupBy(stored, ({ email }) => email)) {
        compared++
        if (isMatched && records.length > 1)
          violations.push(`${table.name} has ${records.length} records of ${address}`)
      }
      for (const ref of table.acknowledged) {
        const address = model.records.addressOf(ref)
        const mayBeGone = model.records.of(address).some((one) => !model.records.mustBeThere(one))
        if (!mayBeGone && !stored.some(({ email }) => email === address))
          violations.push(`${table.name} has no record of ${address}, who was acknowledged`)
      }
      for (const { ref, email } of stored) violations.push(...overtaken(model, table, { ref, email }))
    }
    return { compared, violations }
  },
}

/**
 * Returns violations for a stored record of the simulation: a refused record must not be stored, and a later
 * record of the same person must have replaced it.
 */
function overtaken(
  model: Model,
  table: KnownTable,
  { ref, email }: { readonly ref: string; readonly email: string },
): readonly string[] {
  if (!table.acknowledged.has(ref) && !table.inDoubt.has(ref))
    return [`${table.name} has ${ref}, which was refused`]
  const own = table.sendings.find(({ refs }) => refs.includes(ref))
  if (own === undefined || !table.match.possible().every((match) => match === 'update')) return []
  // A record that was restored is stored again although another record of the person came while it was deleted.
  // A record that got the address of a person later is not replaced by an earlier record of the person.
  const { records } = model
  const since = Math.max(table.match.since, records.presence(ref).since, records.cell(ref, 'email').since)
  const later = table.sendings.find(
    ({ refs, begun }) =>
      begun > own.ended && begun > since && refs.some((one) => model.records.addressOf(one) === email),
  )
  return later === undefined
    ? []
    : [`${table.name} has ${ref} of ${email}, although ${later.refs.join(' ')} came after it`]
}
