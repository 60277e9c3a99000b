import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, operation } from '../operation.ts'
import { reactions, reactTo } from './react.ts'

const hour = 3_600
const day = 86_400

/** Requests for no more mail, which also concern spinners that have not written to the person yet. */
const requests = ['reply for no more mail', 'reply for no more mail'] as const

/**
 * Lets two spinners write to one person, who replies to one of them or reacts otherwise, mostly before the other has sent
 * its last message, and sometimes while a runtime sends. Drawn one by one, these operations rarely concern the same person.
 */
export const reactElsewhere = operation({
  name: 'a person reacts to one of two spinners',
  weight: 3,
  isAlone: true,
  draw: (random) => {
    const spinnerOf = (beginsWithWait: boolean) => ({
      table: 0,
      audience: 'all',
      contact: 'oncePerRecord',
      window: 0,
      exclusive: false,
      exits: random.pick([1, 1, 1, 2, 3]),
      stopsEverywhere: random.chance(0.8),
      steps: [
        ...(beginsWithWait
          ? [
              {
                kind: 'wait',
                span: random.below(4),
              },
            ]
          : []),
        {
          kind: 'email',
          span: 0,
        },
        {
          kind: 'wait',
          span: random.below(4),
        },
        {
          kind: 'email',
          span: 0,
        },
      ],
    })
    return {
      person: random.below(peopleCount),
      spinners: [spinnerOf(false), spinnerOf(random.chance(0.5))],
      seconds: random.pick([10, 10, hour, 2 * day]),
      message: random.below(8),
      kind: random.pick(['reply', 'reply', 'absence', 'absence', 'absence', ...requests, ...reactions]),
      days: random.pick([1, 3, 20]),
      /** Whether the person reacts while runtimes work. */
      isDuringWork: random.chance(0.5),
      order: random.below(1_000_000),
    }
  },
  run: async (
    simulation,
    { person, spinners, seconds, message: number, kind, days, isDuringWork, order },
    others,
  ) => {
    const { model } = simulation
    for (const input of spinners) await act(simulation, { operation: 'make a spinner', input }, others)
    const table = named(model.tables, 0)
    if (table === null) return
    await ingestRecords(simulation, table, [person], { by: 'key', repeats: 0 })
    const writing = model.spinners.filter((spinner) => spinner.table === table).slice(-2)
    for (const spinner of writing)
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    await elapse(simulation, seconds)
    const names = new Set(writing.map(({ name }) => name))
    const erased = new Set(model.erased)
    const message = named(
      model.sent.taken.filter(
        ({ spinner, messageId, address }) => names.has(spinner) && messageId !== null && !erased.has(address),
      ),
      number,
    )
    if (message === null) return
    let decided = 0
    const react = () => reactTo(simulation, message, kind, days)
    if (isDuringWork)
      await simulation.gates.together(
        [react, () => act(simulation, { operation: 'work', input: { entries: 3, order } }, others)],
        (count) => hashOf('order', order, decided++) % count,
      )
    else await react()
    await elapse(simulation, 4 * day)
    simulation.isQuiet = true
  },
})
