import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DeletePermanently } from '../../../../src/use-cases/bin/delete-permanently.ts'
import { named, operation } from '../operation.ts'
import { recordEntries } from './record-entries.ts'

/** Deletes the records of one simulated deletion permanently. */
export const deletePermanently = operation({
  name: 'delete records permanently',
  weight: 1,
  draw: (random) => ({ entry: random.below(8) }),
  run: async (simulation, { entry: number }) => {
    const { model, demo } = simulation
    const entry = named(await recordEntries(simulation), number)
    if (entry === null) return
    const refs = entry.records.map(({ ref }) => ref)
    for (const ref of refs) model.records.mayBeLost.add(ref)
    await simulation.call(`delete ${refs.join(' ')} permanently`, (api) =>
      api
        .get(DeletePermanently)
        .execute({ organizationId: demo.organizationId, entryId: entry.id, by: service }),
    )
  },
})
