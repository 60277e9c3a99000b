import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Segments } from '../../../../src/use-cases/table/segments/segments.ts'
import { named, operation } from '../operation.ts'
import { asNamedCondition, conditionCount, conditionOfSegment } from './condition-of-segment.ts'

/** Changes the condition of a segment, also while a job takes its records. */
export const changeSegment = operation({
  name: 'change a segment',
  weight: 2,
  needs: 'create a segment',
  draw: (random) => ({ segment: random.below(6), where: random.below(conditionCount) }),
  run: async (simulation, { segment: number, where: drawn }) => {
    const { model, demo } = simulation
    const segment = named(model.segments, number)
    if (segment === null) return
    const { id, name, table } = segment
    const others = model.segments.filter((other) => other !== segment && other.table === table)
    const where = conditionOfSegment(others, drawn)
    const by = { organizationId: demo.organizationId, by: service }
    const order = { id, words: { where: asNamedCondition(table, where) }, revision: null }
    await segment.where.set(where, () =>
      simulation.call(`change ${name} to ${JSON.stringify(where)}`, (api) =>
        api.get(Segments).change(by, order),
      ),
    )
  },
})
