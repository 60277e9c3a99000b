import type { KnownJob, KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { heavyTailed, type Stop } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { act, type Input, type Operation, operation } from '../operation.ts'
import { react, reactions } from '../person/react.ts'
import { deleteRecords } from '../record/delete-records.ts'
import { editRecord } from '../record/edit-record.ts'
import { pauseSpinner } from '../spinner/pause-spinner.ts'
import { publish } from '../spinner/publish.ts'
import { changeColumns } from '../table/change-columns.ts'
import { cancelJob } from './cancel-job.ts'
import { pauseJob, resumeJob } from './pause-job.ts'
import { startJob } from './trigger.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The operations that meet a job at work, some of them more often than others. */
const events = [
  react,
  react,
  react,
  react,
  react,
  pauseJob,
  cancelJob,
  publish,
  publish,
  changeColumns,
  changeColumns,
  changeColumns,
  editRecord,
  deleteRecords,
  pauseSpinner,
] as const

/** The steps of the job's spinner: a first message, what comes between two messages, and a last step. */
const forms = [
  ['email', 'wait', 'email', 'email'],
  ['email'],
  ['email', 'wait', 'email'],
  ['email', 'email', 'wait', 'webhook'],
  ['wait', 'email', 'waitUntil', 'email'],
  ['email', 'waitUntil', 'email'],
  ['email', 'change', 'email', 'wait', 'email'],
] as const

/**
 * Lets a runtime work for a job of a new spinner, and stand still after it has leased recipients, marked messages or sent
 * one. Meanwhile people react, the job is paused or cancelled, or its spinner, its records or their columns change. Then
 * the runtime continues. Drawn one by one, these operations rarely meet recipients that a runtime has leased.
 */
export const eventsDuringWork = operation({
  name: 'events meet a job at work',
  weight: 8,
  isMeeting: true,
  isAlone: true,
  draw: (random, others) => ({
    form: formOf(random),
    people: Array.from({ length: random.between(1, 3) }, () => random.below(peopleCount)),
    /** The times in which the runtime stands still, each with the seconds in which it begins and the events. */
    rounds: Array.from({ length: random.between(2, 3) }, () => ({
      /** The seconds that pass before, without a stop. */
      before: random.pick([0, 0, 1, minute, 2 * hour]),
      seconds: random.pick([1, 1, hour + minute, 4 * day, 4 * day]),
      stop: stopOf(random),
      events: Array.from({ length: random.between(1, 2) }, () => eventOf(random, others)),
    })),
    resumes: random.chance(0.5),
  }),
  run: async (simulation, { form, people, rounds, resumes }, others) => {
    const { model, transit } = simulation
    const count = model.spinners.length
    await act(simulation, { operation: 'make a spinner', input: form }, others)
    const spinner = model.spinners[count] ?? model.spinners.findLast(({ bin }) => !bin.mayBeInBin)
    if (spinner === undefined) return
    await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
    const audience = { kind: 'spinner' } as const
    const job = await startJob(simulation, spinner, { audience, scheduledAt: null, key: null })
    if (job === null) return
    for (const { before, seconds, stop, events: drawn } of rounds) {
      if (before > 0) await elapse(simulation, before)
      await elapse(simulation, seconds, stop)
      // Lets more time pass if no work was held, so that most events meet a lease.
      if (transit.isEmpty) await elapse(simulation, 4 * day, stop)
      for (const { operation: name, input } of drawn)
        await act(
          simulation,
          { operation: name, input: { ...input, ...subjectsOf(simulation, spinner, job) } },
          others,
        )
      await transit.finish()
    }
    const number = model.jobs.indexOf(job)
    if (resumes) await act(simulation, { operation: resumeJob.name, input: { job: number } }, others)
    await elapse(simulation, 8 * day)
    simulation.isQuiet = true
  },
})

function formOf(random: Random) {
  return {
    table: random.below(2),
    audience: random.pick(['new', 'all']),
    contact: 'oncePerRecord',
    window: 0,
    isExclusive: false,
    exits: random.pick([1, 1, 2, 3]),
    // A reply that stops its own recipient alone is known by the list of the leased slice, and by nothing else.
    stopsEverywhere: random.chance(0.35),
    // A step that waits for a time waits for the date of the record, which events may change.
    steps: random.pick(forms).map((kind) => ({
      kind,
      span: kind === 'waitUntil' ? random.between(2, 3) : random.below(8),
    })),
  }
}

/** Draws a point soon after a lease, a mark or a message at which the work stands still for the events. */
function stopOf(random: Random): Stop {
  const from = random.pick(['lease', 'lease', 'lease', 'mark', 'send', 'send'] as const)
  return {
    gate: heavyTailed(random, from === 'send' ? 2 : 6),
    from,
    after: random.chance(0.4),
    inside: random.chance(0.15),
    frozen: false,
    operations: 9,
    seconds: 0,
    order: random.below(1_000_000),
  }
}

/** Draws an operation. A runtime that works for the last step is met by a further step as often as by any other change. */
function eventOf(random: Random, others: readonly Operation[]) {
  const { name, draw } = random.pick(events)
  const chosen: Record<string, Input> = {
    [react.name]: {
      isLatest: true,
      kind: random.pick(['reply', 'reply', 'reply', 'reply', 'absence', 'absence', ...reactions]),
    },
    [publish.name]: {
      edit: random.pick(['append', 'append', 'insert', 'text']),
      at: 7,
      movesRecipients: true,
      staysDraft: false,
    },
    [changeColumns.name]: { change: 'rename', renamed: random.pick(['city', 'day']) },
  }
  return { operation: name, input: { ...draw(random, others), ...chosen[name] } }
}

/** Returns the inputs by which an operation concerns the job, its spinner and its table. */
function subjectsOf({ model }: Simulation, spinner: KnownSpinner, job: KnownJob): Input {
  return {
    job: model.jobs.indexOf(job),
    spinner: model.spinners.indexOf(spinner),
    table: model.tables.indexOf(spinner.table),
  }
}
