import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { operation } from '../operation.ts'
import { deliverBody, discardBody } from './deliver-body.ts'
import { changeSettings, makeMappedTable } from './make-mapped-table.ts'
import { changeMapping, createMapping } from './map-bodies.ts'

const kinds = ['owner', 'nested', 'office', 'user'] as const

/** The virtual milliseconds that pass while the records of a body are added: longer than a request waits for them. */
const passesMs = 1_500

/**
 * Delivers a body whose records are still being added when its request has waited as long as it may, so that the request
 * is answered first; a user changes the table meanwhile. The API process may end before the records are added. Before, an
 * equal body may have been held and discarded, and afterwards the source may repeat the body.
 */
export const addedAfterAnswer = operation({
  name: 'records are added after the answer',
  weight: 3,
  isAlone: true,
  draw: (random) => ({
    kind: random.pick(kinds),
    discards: random.chance(0.5),
    /** The number of statements and other gates that pass before time passes. */
    gates: random.below(12),
    ends: random.chance(0.5),
    repeats: random.below(2),
    order: random.below(1_000_000),
  }),
  run: async (simulation, { kind: drawn, discards, gates, ends, repeats, order }) => {
    const kind = kinds.find((name) => name === drawn) ?? 'owner'
    const settings = { mapsAutomatically: false, missingColumns: 'fill' } as const
    const [first] = simulation.model.mappedTables
    const mapped = first ?? (await makeMappedTable(simulation, settings))
    if (mapped === null) return
    await changeSettings(simulation, mapped, settings)
    const mappings = await simulation.rows('select from mappings where data_table_id = $1', [mapped.table.id])
    if (discards) for (const _ of mappings) await changeMapping(simulation, mapped, 0, 'delete')
    const discarded = discards ? await deliverBody(simulation, mapped, kind) : null
    if (discarded !== null) await discardBody(simulation, mapped, discarded)
    if (!(await createMapping(simulation, mapped, { kind, how: 'complete' }))) return
    const { api } = simulation
    let decided = 0
    let delivered = discarded
    await simulation.gates.together(
      [
        async () => {
          delivered = await deliverBody(simulation, mapped, kind, discarded)
          if (ends) api.crashAt({ gate: 1, when: 'before', isInside: true })
        },
        () => letTimePass(simulation, gates),
        () => changeSettings(simulation, mapped, { ...settings, missingColumns: 'reject' }),
      ],
      (count) => hashOf('order', order, decided++) % count,
    )
    api.crashAt(null)
    // A repeat of a discarded body is not stored if its records still do not fit, for example into the plan.
    if (delivered !== null && !simulation.model.plan.possible().every((plan) => plan === 'unlimited'))
      delivered.mayBeDiscarded ||= discards
    for (let repeat = 0; repeat < repeats; repeat++) {
      const repeated = await deliverBody(simulation, mapped, kind, delivered)
      repeated.mayBeDiscarded = delivered?.mayBeDiscarded ?? false
    }
    await elapse(simulation, 120)
    simulation.isQuiet = true
  },
})

async function letTimePass({ gates, clock }: Simulation, count: number): Promise<void> {
  for (let gate = 0; gate < count; gate++) await gates.alone(async () => {})
  await gates.alone(async () => clock.pass(passesMs))
}
