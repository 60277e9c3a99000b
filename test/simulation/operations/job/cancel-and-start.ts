import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { drawStop, heavyTailed } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { thingEntries } from '../bin/bin-entries.ts'
import { moveSpinnerToBin } from '../bin/delete-spinner.ts'
import { restoreThingEntry } from '../bin/restore-thing.ts'
import { planCrash } from '../mail/message-in-doubt.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'
import { startJob } from './trigger.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The events between the trigger of a job and its cancellation, and between the cancellation and the next trigger. */
const events = [
  'nothing',
  'nothing',
  'name its records',
  'name its records and work',
  'publish',
  'delete the spinner',
] as const

/**
 * Cancels up to three jobs of a spinner over new records, one after the other: before they begin, while a runtime works, or
 * while recipients wait. Then a last job takes the records that they returned. Drawn one by one, these operations rarely
 * concern one spinner.
 */
export const cancelAndStart = operation({
  name: 'jobs are cancelled and another follows',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    /** The spinner, or the form of a new one. */
    spinner: random.below(8),
    form: random.chance(0.6) ? formOf(random) : null,
    rounds: Array.from({ length: random.between(1, 3) }, () => roundOf(random)),
    seconds: random.pick([minute, day, 8 * day]),
  }),
  run: async (simulation, { spinner: number, form, rounds, seconds }, others) => {
    const { model } = simulation
    if (form !== null) await act(simulation, { operation: 'make a spinner', input: form }, others)
    const possible = model.spinners.filter(
      ({ settings, bin }) => settings.audience === 'new' && !bin.mayBeInBin,
    )
    const spinner = form === null ? named(possible, number) : (possible.at(-1) ?? null)
    if (spinner === null) return
    for (const round of rounds) await startAndCancel(simulation, spinner, round, others)
    await simulation.transit.finish()
    await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})

/** Returns the input of the operation that makes a spinner whose first messages come in some branches, or after a wait. */
function formOf(random: Random) {
  const first = ['branch', 'split', 'guard', 'wait', 'waitUntil', 'email', 'webhook']
  const further = ['email', 'wait', 'webhook', 'waitUntil', 'branch']
  return {
    table: random.below(2),
    audience: 'new',
    contact: random.pick(['oncePerPerson', 'oncePerRecord']),
    window: 0,
    isExclusive: false,
    exits: random.below(3),
    stopsEverywhere: random.chance(0.5),
    steps: [first, further, further]
      .slice(0, random.between(1, 3))
      .map((kinds) => ({ kind: random.pick(kinds), span: random.below(8) })),
  }
}

function roundOf(random: Random) {
  return {
    /** The people who become records before the job is started. */
    people: Array.from({ length: random.between(0, 2) }, () => random.below(peopleCount)),
    isNamed: random.chance(0.2),
    /** The hours from the trigger until the job begins. */
    delay: random.pick([0, 0, 0, 2]),
    work: random.pick(['none', 'entries', 'entries', 'time', 'time']),
    seconds: random.pick([1, minute, hour, day]),
    entries: random.between(1, 4),
    stop: drawStop(random, 0.5),
    /** The gate at which the runtimes end during this work; 0 for none. */
    crash: random.chance(0.3) ? heavyTailed(random, 12) : 0,
    before: random.pick(events),
    after: random.pick(events),
    /** Whether the other jobs of a spinner are cancelled before it is deleted, which a running job prevents. */
    cancelsJobs: random.chance(0.5),
  }
}

type Round = ReturnType<typeof roundOf>

async function startAndCancel(
  simulation: Simulation,
  spinner: KnownSpinner,
  { people, isNamed, delay, work, seconds, entries, stop, crash, before, after, cancelsJobs }: Round,
  others: readonly Operation[],
): Promise<void> {
  const { model, clock } = simulation
  const of = { spinner, cancelsJobs, others }
  if (people.length > 0) await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
  const scheduledAt = delay === 0 ? null : new Date(clock.now().getTime() + delay * hour * 1000)
  const audience = { kind: 'spinner' } as const
  const job = isNamed
    ? await nameRecords(simulation, spinner)
    : await startJob(simulation, spinner, { audience, scheduledAt, key: null })
  planCrash(simulation, crash)
  if (work === 'entries')
    await act(simulation, { operation: 'work', input: { entries, order: seconds, stop } }, others)
  if (work === 'time') await elapse(simulation, seconds, stop)
  planCrash(simulation, 0)
  await happen(simulation, before, of)
  if (job === null) return
  await act(simulation, { operation: 'cancel a job', input: { job: model.jobs.indexOf(job) } }, others)
  await happen(simulation, after, of)
}

interface Cancelled {
  readonly spinner: KnownSpinner
  readonly cancelsJobs: boolean
  readonly others: readonly Operation[]
}

async function happen(
  simulation: Simulation,
  event: string,
  { spinner, cancelsJobs, others }: Cancelled,
): Promise<void> {
  if (event.startsWith('name its records')) await nameRecords(simulation, spinner)
  if (event.endsWith('and work'))
    await act(simulation, { operation: 'work', input: { entries: 4, order: 0 } }, others)
  if (event === 'publish') await publishDraft(simulation, spinner, { movesRecipients: true })
  if (event !== 'delete the spinner') return
  await moveSpinnerToBin(simulation, spinner, cancelsJobs)
  await simulation.transit.finish()
  const entry = (await thingEntries(simulation)).find(({ bin }) => bin === spinner.bin)
  if (entry === undefined) return
  await restoreThingEntry(simulation, entry)
  await publishDraft(simulation, spinner, {})
}

/** Starts a job for the two latest records of the spinner's table. */
async function nameRecords(simulation: Simulation, spinner: KnownSpinner) {
  const rows = await simulation.rows<{ id: string }>(
    'select id::text from records where data_table_id = $1 order by records.id desc limit 2',
    [spinner.table.id],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return null
  return await startJob(simulation, spinner, {
    audience: { kind: 'recordIds', ids },
    scheduledAt: null,
    key: null,
  })
}
