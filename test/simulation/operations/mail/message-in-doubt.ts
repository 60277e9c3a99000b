import type { KnownJob, KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { replyTo } from '../person/reply.ts'
import { moveRecordsToBin } from '../record/delete-records.ts'
import { editAddress } from '../record/edit-address.ts'

const day = 86_400

/** The events that meet a message in doubt. */
const events = [
  'reply',
  'pause',
  'resume',
  'delete',
  'correct the address',
  'cancel',
  'retry',
  'work',
] as const

/**
 * Ends the runtimes while a message of a new spinner is being sent, so that its outcome is in doubt. Before a runtime
 * settles the message, the person replies, the record is deleted or gets another address, or the job is paused or
 * cancelled. It is one operation, because its parts have an effect only together.
 */
export const messageInDoubt = operation({
  name: 'a message is in doubt',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    person: random.below(peopleCount),
    exits: random.pick([0, 2, 2]),
    kinds: [
      random.pick(['email', 'email', 'email', 'webhook', 'guard']),
      random.pick(['email', 'webhook', 'webhook', 'wait']),
      'email',
      'wait',
      'email',
    ],
    /** The number of messages to the person that are sent before the runtimes end. */
    sent: random.pick([1, 1, 2, 2, 2]),
    /** The gate at which the runtimes end, counted from the last of these messages. */
    gate: random.pick([1, 1, 1, 2, 3]),
    /** Whether the leases of the runtimes end before the events. */
    endsLeases: random.chance(0.5),
    pauses: random.chance(0.5),
    events: [random.pick(events), random.pick(events)],
  }),
  run: async (
    simulation,
    { person, exits, kinds, sent: count, gate, endsLeases, pauses, events: drawn },
    others,
  ) => {
    const { model, gates } = simulation
    const steps = kinds.map((kind) => ({ kind, span: 0 }))
    const form = { table: 0, audience: 'new', contact: 'oncePerRecord', window: 0, isExclusive: false }
    const input = { ...form, steps, exits, stopsEverywhere: true }
    const countBefore = model.spinners.length
    await act(simulation, { operation: 'make a spinner', input }, others)
    const spinner = model.spinners[countBefore] ?? named(model.spinners, person)
    if (spinner === null) return
    const refs = new Set(spinner.table.acknowledged)
    await ingestRecords(simulation, spinner.table, [person], { by: 'key', repeats: 0 })
    const ref = [...spinner.table.acknowledged].find((one) => !refs.has(one)) ?? null
    const job = await startJob(simulation, spinner, {
      audience: { kind: 'spinner' },
      scheduledAt: null,
      key: null,
    })
    if (job === null || ref === null) return
    const progress = { isDone: false }
    const hasSent = () =>
      model.sent.all.filter((one) => one.spinner === spinner.name && one.ref === ref).length >= count
    const end = async () => {
      while (!progress.isDone && !hasSent()) await simulation.rows('select 1')
      if (!progress.isDone) planCrash(simulation, gate)
    }
    const send = async () => {
      await act(simulation, { operation: 'work', input: { entries: 4, order: 0 } }, others)
      progress.isDone = true
    }
    await gates.together([send, end], (places) => (hasSent() ? places - 1 : 0))
    planCrash(simulation, 0)
    if (endsLeases) await simulation.endLeasesOfDead()
    const of: InDoubt = { spinner, job, ref, others }
    for (const event of pauses ? ['pause', ...drawn, 'resume'] : drawn) await happen(simulation, event, of)
    await elapse(simulation, 2 * day)
    simulation.isQuiet = true
  },
})

interface InDoubt {
  readonly spinner: KnownSpinner
  readonly job: KnownJob
  readonly ref: string
  readonly others: readonly Operation[]
}

/** Ends the runtimes after this many further uses of the world; 0 cancels a planned end. */
export function planCrash(simulation: Simulation, gate: number): void {
  for (let index = 0; index < simulation.runtimeCount; index++)
    simulation.runtime(index).crashAt(gate === 0 ? null : { gate, when: 'before' })
}

async function happen(simulation: Simulation, event: string, of: InDoubt): Promise<void> {
  const { spinner, job, ref, others } = of
  const { model } = simulation
  const number = model.jobs.indexOf(job)
  switch (event) {
    case 'reply': {
      const message = model.sent.taken.findLast(
        (one) => one.spinner === spinner.name && one.messageId !== null,
      )
      if (message !== undefined && !model.erased.includes(message.address)) await replyTo(simulation, message)
      return
    }
    case 'delete':
      await moveRecordsToBin(simulation, spinner.table, [ref])
      return
    case 'correct the address':
      await editAddress(simulation, { table: spinner.table, ref }, `corrected.${ref}@example.com`)
      return
    case 'retry':
      await act(
        simulation,
        { operation: 'retry failed recipients', input: { job: number, code: -1, version: 'current' } },
        others,
      )
      return
    case 'work':
      await act(simulation, { operation: 'work', input: { entries: 1, order: 0 } }, others)
      return
    default:
      await act(simulation, { operation: `${event} a job`, input: { job: number } }, others)
  }
}
