import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Records } from '../../../../src/use-cases/table/records/records.ts'

import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { idOf } from './id-of.ts'

/**
 * Gives a record another address. If the call got no answer, the record is read, as a client does. A record of a table
 * with match columns stands for all records of its person that were merged into it. Does nothing beside another
 * operation, because an erasure of one of the two people may then have passed the record.
 */
export async function editAddress(
  simulation: Simulation,
  { table, ref }: { readonly table: KnownTable; readonly ref: string },
  email: string,
): Promise<void> {
  const { model, demo, gates } = simulation
  const { records } = model
  const recordId = await idOf(simulation, table, ref)
  if (recordId === null || gates.areShared) return
  const data = { [table.columnOf('email')]: email }
  model.comes(email.toLowerCase())
  const of = { organizationId: demo.organizationId, dataTableId: table.id, recordId }
  const ended = await records
    .cell(ref, 'email')
    .set(email, () =>
      simulation.call(`correct the address of ${ref} in ${table.name} to ${email}`, (api) =>
        api.get(Records).change({ ...of, by: service }, { ...of, data, requestId: '' }),
      ),
    )
  if (ended.kind === 'refused') return
  if (ended.kind === 'crashed' && !(await hasAddress(simulation, recordId, table, email))) return
  const former = records.addressOf(ref)
  const merged = table.wasMatched ? records.of(former).filter((one) => table.acknowledged.has(one)) : []
  for (const recordRef of [ref, ...merged]) records.readdress(recordRef, email)
}

async function hasAddress(
  { rows }: Simulation,
  recordId: string,
  table: KnownTable,
  email: string,
): Promise<boolean> {
  const stored = await rows(
    "select from records where data_table_id = $1 and id = $2 and data ->> 'email' = $3",
    [table.id, recordId, email],
  )
  return stored.length > 0
}
