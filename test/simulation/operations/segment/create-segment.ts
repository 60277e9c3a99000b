import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Segments } from '../../../../src/use-cases/table/segments/segments.ts'
import { KnownSegment } from '../../model/segment/known-segment.ts'
import { named, operation } from '../operation.ts'
import { asNamedCondition, conditionCount, conditionOfSegment } from './condition-of-segment.ts'

/** The number of segments from which on the simulator creates none. */
const maxSegments = 6

export const createSegment = operation({
  name: 'create a segment',
  weight: 3,
  draw: (random) => ({ table: random.below(6), where: random.below(conditionCount) }),
  run: async (simulation, { table: number, where: drawn }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    const stored = model.segments.filter(({ isStored }) => isStored.possible().includes(true))
    if (table === null || stored.length >= maxSegments) return
    const name = model.nextName('segment')
    const where = conditionOfSegment(
      stored.filter((segment) => segment.table === table),
      drawn,
    )
    const words = { name, description: '', where: asNamedCondition(table, where) }
    const by = { organizationId: demo.organizationId, by: service }
    const reply = await simulation.call(`create ${name} of ${table.name}: ${JSON.stringify(where)}`, (api) =>
      api.get(Segments).create(by, table.id, words),
    )
    if (reply.kind !== 'answered') return
    model.segments.push(new KnownSegment({ id: reply.value.id, name, table, where }, model.moments))
  },
})
