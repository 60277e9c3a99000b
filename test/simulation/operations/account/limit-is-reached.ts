import { limitOf } from '../../model/organization/known-plans.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingest, ingestRecords } from '../arrival/ingest.ts'
import { act, named, operation } from '../operation.ts'
import { changePlan } from './change-plan.ts'

const month = 31 * 86_400

/**
 * Fills the month of a small plan until it has room for a few records, and then sends two or three requests at once that
 * together need more. Drawn one by one, requests rarely meet at the limit.
 */
export const limitIsReached = operation({
  name: 'requests meet at the limit of the plan',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    table: random.below(6),
    /** The number of records for which the month has room before the requests. */
    room: random.between(1, 5),
    requests: Array.from({ length: random.between(2, 3) }, () => ({
      table: random.below(6),
      people: Array.from({ length: random.between(1, 4) }, () => random.below(peopleCount)),
      by: random.pick(['key', 'url']),
      repeats: 0,
    })),
    order: random.below(1_000_000),
    /** Whether the organization gets a plan without limits afterwards. */
    grows: random.chance(0.7),
  }),
  run: async (simulation, { table: number, room, requests, order, grows }, others) => {
    const { model } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const plan = (name: string) =>
      act(simulation, { operation: changePlan.name, input: { plan: name } }, others)
    await plan('small')
    const limit = limitOf('small', 'records') ?? 0
    if ((await usedRecords(simulation)) > limit - room) await elapse(simulation, month)
    const missing = limit - room - (await usedRecords(simulation))
    const people = Array.from({ length: Math.max(missing, 0) }, (_, nth) => nth % peopleCount)
    if (people.length > 0) await ingestRecords(simulation, table, people, { by: 'key', repeats: 0 })
    const before = await usedRecords(simulation)
    let decided = 0
    await simulation.gates.together(
      requests.map((input) => () => act(simulation, { operation: ingest.name, input }, others)),
      (count) => hashOf('order', order, decided++) % count,
    )
    const used = await usedRecords(simulation)
    const isSmall = model.plan.possible().every((id) => id === 'small')
    if (isSmall && used > Math.max(limit, before))
      simulation.fault(`${used} records of ${limit} were added, of which ${before} were added before`)
    if (grows) await plan('unlimited')
  },
})

/** Returns how many records the organization has added in the present month. */
async function usedRecords({ rows, demo, clock }: Simulation): Promise<number> {
  const [row] = await rows<{ used: number }>(
    `select coalesce(max(u.used), 0)::int as used from (
       select period, used from meters where organization_id = $1 and meter = 'records'
       union all select period, used from meter_usage where organization_id = $1 and meter = 'records') u
      where u.period = $2`,
    [demo.organizationId, clock.now().toISOString().slice(0, 7)],
  )
  return row?.used ?? 0
}
