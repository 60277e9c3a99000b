import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Segments } from '../../../../src/use-cases/table/segments/segments.ts'
import { named, operation } from '../operation.ts'

/** Deletes a segment. The service refuses this while a spinner, another segment or a job uses it. */
export const deleteSegment = operation({
  name: 'delete a segment',
  weight: 1,
  needs: 'create a segment',
  draw: (random) => ({ segment: random.below(6) }),
  run: async (simulation, { segment: number }) => {
    const { model, demo } = simulation
    const segment = named(model.segments, number)
    if (segment === null) return
    const by = { organizationId: demo.organizationId, by: service }
    await segment.isStored.set(false, () =>
      simulation.call(`delete ${segment.name}`, (api) => api.get(Segments).delete(by, segment.id)),
    )
  },
})
