import type { KnownJob, KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import type { KnownSegment } from '../../model/segment/known-segment.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { drawStop, heavyTailed } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { planCrash } from '../mail/message-in-doubt.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { conditionCount } from './condition-of-segment.ts'

const minute = 60
const day = 86_400

/** The events that meet a job over a segment, before it takes its records and while it does. */
const events = [
  'edit',
  'edit',
  'ingest',
  'delete records',
  'change the segment',
  'delete the segment',
  'cancel',
  'pause and resume',
  'trigger again',
] as const

/**
 * Starts a job over a segment of a table with enough records for several looks, and changes records, the segment or the
 * job before the job has taken all of them. Runtimes end, or are held, between two looks. Drawn one by one, these
 * operations rarely concern one segment.
 */
export const segmentChangesWhileTaken = operation({
  name: 'a segment changes while a job takes its records',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    spinner: random.below(8),
    where: random.below(conditionCount),
    form: random.chance(0.6) ? formOf(random) : null,
    people: Array.from({ length: random.between(2, 12) }, () => random.below(peopleCount)),
    isOfSpinner: random.chance(0.4),
    /** The hours from the trigger until the job begins. */
    delay: random.pick([0, 0, 0, 2]),
    decide: random.pick([null, 'atStart', 'atStart', 'now']),
    rounds: Array.from({ length: random.between(1, 4) }, () => ({
      event: random.pick(events),
      thing: random.below(32),
      work: random.pick(['none', 'entries', 'entries', 'time']),
      stop: drawStop(random, 0.4),
      /** The gate at which the runtimes end during this work; 0 for none. */
      crash: random.chance(0.5) ? heavyTailed(random, 30) : 0,
    })),
    seconds: random.pick([minute, day, 8 * day]),
  }),
  run: async (
    simulation,
    { spinner: number, where, form, people, isOfSpinner, delay, decide, rounds, seconds },
    others,
  ) => {
    const { model, clock } = simulation
    if (form !== null) await act(simulation, { operation: 'make a spinner', input: form }, others)
    const possible = model.spinners.filter(
      ({ starts, bin }) => !bin.mayBeInBin && starts.draft.possible().every((on) => on === 'call'),
    )
    const spinner = form === null ? named(possible, number) : (possible.at(-1) ?? null)
    if (spinner === null) return
    const { table } = spinner
    await ingestRecords(simulation, table, people, { by: 'key', repeats: 0 })
    const input = { table: model.tables.indexOf(table), where }
    if (input.table >= 0) await act(simulation, { operation: 'create a segment', input }, others)
    const segment = model.segments.findLast((one) => one.table === table)
    if (segment === undefined) return
    const ofSpinner = { spinner: model.spinners.indexOf(spinner), isBack: false, staysDraft: false }
    const ofSegment = model.segments.filter((one) => one.table === table).indexOf(segment)
    if (isOfSpinner)
      await act(
        simulation,
        {
          operation: 'let a spinner write to a segment',
          input: { ...ofSpinner, segment: ofSegment, movesRecipients: false },
        },
        others,
      )
    const scheduledAt = delay === 0 ? null : new Date(clock.now().getTime() + delay * 3_600_000)
    const audience = isOfSpinner
      ? ({ kind: 'spinner' } as const)
      : ({ kind: 'segment', segmentId: segment.id } as const)
    const moment = decide === 'now' || decide === 'atStart' ? decide : null
    const job = await startJob(simulation, spinner, { audience, scheduledAt, key: null, decide: moment })
    const of: Taking = { spinner, segment, job, others }
    for (const { event, thing, work, stop, crash } of rounds) {
      await happen(simulation, event, thing, of)
      planCrash(simulation, crash)
      if (work === 'entries')
        await act(simulation, { operation: 'work', input: { entries: 2, order: thing, stop } }, others)
      if (work === 'time') await elapse(simulation, minute, stop)
      planCrash(simulation, 0)
    }
    await simulation.transit.finish()
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})

function formOf(random: Random) {
  return {
    table: random.below(2),
    audience: random.pick(['new', 'new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerRecord']),
    window: 0,
    isExclusive: false,
    exits: random.below(3),
    stopsEverywhere: random.chance(0.5),
    steps: [
      ['email', 'webhook', 'condition', 'wait'],
      ['email', 'wait'],
    ]
      .slice(0, random.between(1, 2))
      .map((kinds) => ({ kind: random.pick(kinds), span: random.below(8) })),
    starts: 0,
  }
}

interface Taking {
  readonly spinner: KnownSpinner
  readonly segment: KnownSegment
  readonly job: KnownJob | null
  readonly others: readonly Operation[]
}

async function happen(
  simulation: Simulation,
  event: (typeof events)[number],
  thing: number,
  { spinner, segment, job, others }: Taking,
): Promise<void> {
  const { model } = simulation
  const table = model.tables.indexOf(spinner.table)
  const of = { segment: model.segments.indexOf(segment), where: thing % conditionCount }
  const number = model.jobs.findIndex((one) => one === job)
  const name = async (operationName: string, input: Parameters<typeof act>[1]['input']) =>
    act(simulation, { operation: operationName, input }, others)
  switch (event) {
    case 'edit': {
      const value = ['Berlin', 'Paris', 'Rome'][thing % 3] ?? ''
      await name('edit a record', { table, record: thing, column: 'city', value, somebody: 0, person: null })
      return
    }
    case 'ingest':
      await ingestRecords(simulation, spinner.table, [thing, thing + 1], { by: 'key', repeats: 0 })
      return
    case 'change the segment':
      await name('change a segment', of)
      return
    case 'delete the segment':
      await name('delete a segment', of)
      return
    case 'trigger again':
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
      return
    case 'delete records':
      await name('delete records', { table, records: [thing, thing + 3] })
      return
    case 'cancel':
      if (number >= 0) await name('cancel a job', { job: number })
      return
    case 'pause and resume':
      if (number < 0) return
      await name('pause a job', { job: number })
      await name('resume a job', { job: number })
  }
}
