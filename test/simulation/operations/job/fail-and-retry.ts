import type { KnownSpinner } from '../../model/model.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { recordOf } from '../arrival/ingest.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { replyTo } from '../person/reply.ts'
import { startJob } from './trigger.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The events that meet a failed message, and its retry. */
const events = [
  'reply',
  'reply elsewhere',
  'same spinner',
  'other spinner',
  'colleague',
  'colleague',
] as const

/**
 * Lets a mail server refuse the first or the second message of a spinner to a person, and retries it. Before and during
 * the retry the person replies, or comes as another record, or another spinner writes to them or to a colleague of
 * the same company. Drawn one by one, these
 * operations rarely concern one person, and few messages fail.
 */
export const failAndRetry = operation({
  name: 'a message fails and is retried',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    person: random.below(peopleCount),
    /** The number of people of a company who may be active at once; 0 for no change of the contact policy. */
    activePerDomain: random.pick([0, 0, 0, 1, 2]),
    ...spinnersOf(random),
    /** Whether the other spinner writes to the person first. */
    isWrittenElsewhere: random.chance(0.3),
    /** Whether the second message fails, and not the first one. */
    isSecond: random.chance(0.5),
    before: [random.pick(events), random.pick(events)],
    version: random.pick(['same', 'current']),
    /** Whether mail servers defer the retried message until the further events are over. */
    isDeferred: random.chance(0.4),
    seconds: random.pick([10, 10, hour, day]),
    after: [random.pick(events), random.pick(events)],
  }),
  run: async (simulation, drawn, others) => {
    const { model, shared } = simulation
    const { activePerDomain } = drawn
    if (activePerDomain > 0) await act(simulation, policyOf(activePerDomain), others)
    for (const input of drawn.spinners) await act(simulation, { operation: 'make a spinner', input }, others)
    const table = named(model.tables, 0)
    if (table === null) return
    const [other, spinner] = model.spinners
      .filter((one) => one.table === table && one.publishedSteps?.some(({ type }) => type === 'email'))
      .slice(-2)
    if (spinner === undefined || other === undefined) return
    const address = addressOf(drawn.person)
    const of: Meeting = { person: drawn.person, address, spinner, other, others }
    if (drawn.isWrittenElsewhere) await happen(simulation, 'other spinner', of)
    if (!drawn.isSecond) close(simulation, address, 'refused')
    const job = await start(simulation, spinner, drawn.person)
    if (drawn.isSecond) {
      await elapse(simulation, 10)
      close(simulation, address, 'refused')
    }
    await elapse(simulation, drawn.isSecond ? 4 * day : minute)
    shared.closed.delete(address)
    if (job === null) return
    for (const event of drawn.before) await happen(simulation, event, of)
    if (drawn.isDeferred) close(simulation, address, 'deferred')
    const number = model.jobs.indexOf(job)
    const input = { job: number, code: -1, version: drawn.version }
    await act(simulation, { operation: 'retry failed recipients', input }, others)
    await elapse(simulation, drawn.seconds)
    for (const event of drawn.after) await happen(simulation, event, of)
    shared.closed.delete(address)
    await elapse(simulation, 8 * day)
    // Without this, the people of the only company would wait for each other in the rest of the run.
    if (activePerDomain > 0) await act(simulation, policyOf(0), others)
    simulation.isQuiet = true
  },
})

interface Meeting {
  readonly person: number
  readonly address: string
  readonly spinner: KnownSpinner
  readonly other: KnownSpinner
  readonly others: readonly Operation[]
}

/** Returns the operation that sets a contact policy with no other limit than the number of active people of a company. */
function policyOf(activePerDomain: number) {
  const input = { messagesPerDay: 0, messagesPerWeek: 0, daysBetweenSpinners: 0, activePerDomain }
  return { operation: 'change the contact policy', input }
}

/** Returns the inputs of two operations that each make a spinner. Both are exclusive, or neither is. */
function spinnersOf(random: Random) {
  const isExclusive = random.chance(0.5)
  return { spinners: [formOf(random, isExclusive), formOf(random, isExclusive)] }
}

/** Returns the input of the operation that makes a spinner with three e-mails and waits between them. */
function formOf(random: Random, isExclusive: boolean) {
  const wait = () => ({ kind: 'wait', span: random.below(4) })
  const email = { kind: 'email', span: 0 }
  return {
    table: 0,
    audience: random.pick(['new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerRecord']),
    window: 0,
    isExclusive,
    exits: random.pick([1, 2, 2]),
    stopsEverywhere: random.chance(0.7),
    steps: [email, wait(), email, wait(), email],
  }
}

function close({ shared, story }: Simulation, address: string, way: 'refused' | 'deferred'): void {
  shared.closed.set(address, way)
  story.tell(`mail to ${address} is ${way}`)
}

/** Starts a job for a new record of one person, because failed recipients are retried when their job has ended. */
function start(simulation: Simulation, spinner: KnownSpinner, person: number) {
  const records = [recordOf(simulation, spinner.table, person)]
  return startJob(simulation, spinner, {
    audience: { kind: 'records', records },
    scheduledAt: null,
    key: null,
  })
}

async function happen(simulation: Simulation, event: string, of: Meeting): Promise<void> {
  const { person, address, spinner, other } = of
  const { model } = simulation
  if (event === 'reply' || event === 'reply elsewhere') {
    const { name } = event === 'reply' ? spinner : other
    const message = model.sent.taken.findLast(
      (one) => one.spinner === name && one.address === address && one.messageId !== null,
    )
    if (message !== undefined && !model.erased.includes(address)) await replyTo(simulation, message)
    return
  }
  await start(
    simulation,
    event === 'same spinner' ? spinner : other,
    event === 'colleague' ? (person + 1 + (model.jobs.length % (peopleCount - 1))) % peopleCount : person,
  )
  await elapse(simulation, 10)
}
