import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Bin } from '../../../../src/use-cases/bin/bin.ts'

import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { type RecordEntry, recordEntries } from './bin-entries.ts'

/** Restores the records of one simulated deletion from the bin. */
export const restoreRecords = operation({
  name: 'restore records',
  weight: 3,
  draw: (random) => ({ entry: random.below(8) }),
  run: async (simulation, { entry: number }) => {
    const entry = named(await recordEntries(simulation), number)
    if (entry !== null) await restoreEntry(simulation, entry)
  },
})

/** Restores all records of one simulated deletion, and notes in the model which of them are back in their table. */
export async function restoreEntry(simulation: Simulation, entry: RecordEntry): Promise<void> {
  const { model, demo } = simulation
  const writes = entry.records.map(({ id, ref }) => {
    const register = model.records.presence(ref)
    return { id, register, write: register.begin(true) }
  })
  const refs = entry.records.map(({ ref }) => ref)
  const ended = await simulation.call(`restore ${refs.join(' ')}`, (api) =>
    api
      .get(Bin)
      .restore(
        { organizationId: demo.organizationId, by: service },
        { projectIds: null, entryId: entry.id, recordIds: null, after: null },
      ),
  )
  const conflicts = ended.kind === 'answered' ? ended.value.conflicts : []
  const staying = new Set(conflicts.map(({ recordId }) => recordId))
  const handled = ended.kind === 'answered' ? ended.value.restored + staying.size : 0
  // A concurrent operation of the simulator may have erased some of the records before the restore found them.
  const isUnclear = ended.kind === 'answered' && handled < writes.length
  if (isUnclear && !simulation.gates.areShared)
    simulation.fault(`${handled} of the records ${refs.join(' ')} were restored or are in conflict`)
  for (const { id, register, write } of writes) {
    if (staying.has(id)) register.end(write, 'refused')
    else register.end(write, isUnclear ? 'crashed' : ended.kind)
  }
}
