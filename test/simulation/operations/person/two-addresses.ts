import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { editRecord } from '../record/edit-record.ts'
import { makeSpinner } from '../spinner/make-spinner.ts'
import { reactions, reactTo } from './react.ts'
import { suppress } from './suppress.ts'

const hour = 3_600
const day = 86_400

/**
 * Lets a spinner write to two addresses of each record: one of the person, and one at work that several people share. Before
 * the next step, people react at one address, one is suppressed, or a record gets another address at work.
 */
export const twoAddresses = operation({
  name: 'a spinner writes to two addresses',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  draw: (random, others) => ({
    people: Array.from({ length: random.between(1, 4) }, () => random.below(peopleCount)),
    spinner: {
      table: 0,
      audience: 'new',
      contact: random.pick(['oncePerRecord', 'oncePerPerson']),
      window: 0,
      isExclusive: random.chance(0.2),
      exits: random.pick([1, 1, 2, 3]),
      stopsEverywhere: random.chance(0.5),
      steps: stepsOf(random),
    },
    changes: Array.from({ length: random.between(1, 3) }, () => ({
      seconds: random.pick([0, 10, hour, day]),
      kind: random.pick(['reaction', 'reaction', 'suppression', 'edit'] as const),
      message: random.below(8),
      reaction: random.pick(['reply', 'absence', ...reactions]),
      days: random.pick([1, 3]),
      ...changesOf(random, others),
    })),
  }),
  run: async (simulation, { people, spinner: settings, changes }, others) => {
    const { model } = simulation
    const table = named(model.tables, 0)
    if (table === null) return
    await act(simulation, { operation: makeSpinner.name, input: settings }, others)
    await ingestRecords(simulation, table, people, { by: 'key', repeats: 0 })
    const spinner = model.spinners.at(-1)
    if (spinner === undefined || spinner.table !== table) return
    await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    await elapse(simulation, 10)
    for (const { seconds, kind, message: number, reaction, days, suppression, edit } of changes) {
      await elapse(simulation, seconds)
      const written = model.sent.taken.filter(
        ({ spinner: name, messageId, address }) =>
          name === spinner.name && messageId !== null && !model.erased.includes(address),
      )
      const message = named(written, number)
      if (kind === 'suppression') await act(simulation, suppression, others)
      else if (kind === 'edit') await act(simulation, edit, others)
      else if (message !== null) await reactTo(simulation, message, reaction, days)
    }
    await elapse(simulation, 4 * day)
    simulation.isQuiet = true
  },
})

/** Returns steps of which two or three write, mostly to both addresses. */
function stepsOf(random: Random) {
  const writes = () => ({ kind: random.pick(['email', 'work']), span: 0 })
  const wait = () => ({ kind: 'wait', span: random.below(3) })
  return [writes(), wait(), writes(), ...(random.chance(0.5) ? [wait(), writes()] : [])]
}

function changesOf(random: Random, others: readonly Operation[]) {
  return {
    suppression: {
      operation: suppress.name,
      input: { ...suppress.draw(random, others), isAtWork: random.chance(0.6) },
    },
    edit: {
      operation: editRecord.name,
      input: { ...editRecord.draw(random, others), table: 0, column: 'work_email' },
    },
  }
}
