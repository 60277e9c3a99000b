import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Records } from '../../../../src/use-cases/table/records/records.ts'

import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { idOf } from './id-of.ts'

export const deleteRecords = operation({
  name: 'delete records',
  weight: 3,
  draw: (random) => ({
    table: random.below(6),
    records: Array.from({ length: random.between(1, 3) }, () => random.below(64)),
  }),
  run: async (simulation, { table: number, records: numbers }) => {
    const table = named(simulation.model.tables, number)
    if (table === null) return
    const refs = [
      ...new Set(
        numbers.flatMap(
          (one) => named([...table.acknowledged], one, simulation.model.inTransit.concerns) ?? [],
        ),
      ),
    ]
    await moveRecordsToBin(simulation, table, refs)
  },
})

/** Deletes the records that the simulated table still has, and returns their ids. */
export async function moveRecordsToBin(
  simulation: Simulation,
  table: KnownTable,
  refs: readonly string[],
): Promise<readonly string[]> {
  const { model, demo } = simulation
  const found: { ref: string; id: string }[] = []
  for (const ref of refs) {
    const id = await idOf(simulation, table, ref)
    if (id !== null) found.push({ ref, id })
  }
  if (found.length === 0) return []
  for (const { ref } of found) model.records.deletedAt.set(ref, simulation.clock.now())
  const writes = found.map(({ ref }) => {
    const register = model.records.presence(ref)
    return { register, write: register.begin(false) }
  })
  const recordIds = found.map(({ id }) => id)
  const ended = await simulation.call(
    `delete ${found.map(({ ref }) => ref).join(' ')} from ${table.name}`,
    (api) =>
      api
        .get(Records)
        .deleteSeveral(
          { organizationId: demo.organizationId, by: service },
          { dataTableId: table.id, recordIds, deletionId: null },
        ),
  )
  for (const { register, write } of writes) register.end(write, ended.kind)
  return recordIds
}
