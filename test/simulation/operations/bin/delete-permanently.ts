import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Bin } from '../../../../src/use-cases/bin/bin.ts'

import { named, operation } from '../operation.ts'
import { recordEntries, thingEntries } from './bin-entries.ts'

/** Deletes a table, a spinner or the records of one deletion of the simulation permanently. */
export const deletePermanently = operation({
  name: 'delete permanently',
  weight: 1,
  draw: (random) => ({ entry: random.below(8) }),
  run: async (simulation, { entry: number }) => {
    const { model, demo } = simulation
    const ofRecords = (await recordEntries(simulation)).map(({ id, records }) => {
      const refs = records.map(({ ref }) => ref)
      return { id, name: refs.join(' '), lose: () => refs.forEach((ref) => model.records.mayBeLost.add(ref)) }
    })
    const ofThings = (await thingEntries(simulation)).map(({ id, name, table, bin }) => {
      const lost = bin === table.bin ? model.spinners.filter((spinner) => spinner.table === table) : []
      const lose = () => {
        bin.mayBeLost = true
        // A table takes its spinners in the bin along. Spinners in use prevent its deletion.
        for (const spinner of lost) spinner.bin.mayBeLost = true
      }
      return { id, name, lose }
    })
    const entry = named([...ofRecords, ...ofThings], number)
    if (entry === null) return
    entry.lose()
    await simulation.call(`delete ${entry.name} permanently`, (api) =>
      api.get(Bin).deletePermanently({ organizationId: demo.organizationId, by: service }, entry.id),
    )
  },
})
