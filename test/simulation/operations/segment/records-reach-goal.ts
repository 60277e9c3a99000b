import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import { drawStop, heavyTailed } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { planCrash } from '../mail/message-in-doubt.ts'
import { act, operation } from '../operation.ts'

const hour = 3_600
const day = 24 * hour
const onceNow = { audience: { kind: 'spinner' }, scheduledAt: null, key: null } as const
const cities = ['Berlin', 'Berlin', 'Paris', 'Rome']

/** The events that meet the recipients of a spinner with a goal. */
const events = [
  'edit',
  'edit',
  'edit',
  'another job',
  'pause and resume',
  'delete records',
  'change the segment',
  'stop the job',
] as const

/**
 * Lets the records of recipients begin and cease to meet the goal of their spinner, between its messages and after them.
 * Runtimes end, or are held, while they look at the records. Drawn one by one, these operations rarely concern one goal.
 */
export const recordsReachGoal = operation({
  name: 'records reach the goal of a spinner',
  weight: 4,
  isMeeting: true,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    table: random.below(2),
    people: Array.from({ length: random.between(2, 6) }, () => random.below(peopleCount)),
    /** The condition of the segment: the city is Berlin, or a day that time passes. */
    where: random.pick([0, 0, 0, 2, 4, 11]),
    withinDays: random.pick([1, 14, 365, 365]),
    holdoutPercent: random.pick([0, 0, 50]),
    stops: random.chance(0.5),
    audience: random.pick(['new', 'all']),
    rounds: Array.from({ length: random.between(2, 6) }, () => roundOf(random)),
  }),
  run: async (simulation, { table, people, where, audience, rounds, ...goal }, others) => {
    const { model } = simulation
    await act(simulation, { operation: 'make a spinner', input: formOf(table, audience) }, others)
    const spinner = model.spinners.at(-1)
    if (spinner === undefined) return
    await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
    const of = { table: model.tables.indexOf(spinner.table), where }
    if (of.table >= 0) await act(simulation, { operation: 'create a segment', input: of }, others)
    const segments = model.segments.filter((one) => one.table === spinner.table)
    if (segments.length === 0) return
    const number = model.spinners.indexOf(spinner)
    const chosen = { ...goal, spinner: number, segment: segments.length - 1 }
    const input = { ...chosen, kind: 'segment', movesRecipients: false }
    await act(simulation, { operation: 'give a spinner a goal', input }, others)
    await startJob(simulation, spinner, onceNow)
    for (const { seconds, stop, crash, event, thing } of rounds) {
      planCrash(simulation, crash)
      const name = (operationName: string, drawn: Parameters<typeof act>[1]['input']) =>
        act(simulation, { operation: operationName, input: drawn }, others)
      const job = model.jobs.findLastIndex((one) => one.spinner === spinner)
      if (event === 'edit') await name('edit a record', editOf(of.table, thing))
      else if (event === 'another job') await startJob(simulation, spinner, onceNow)
      else if (event === 'delete records') await name('delete records', { table: of.table, records: [thing] })
      else if (event === 'stop the job') await name('cancel a job', { job })
      else if (event === 'pause and resume') {
        await name('pause a spinner', { spinner: number })
        await elapse(simulation, hour)
        await name('resume a spinner', { spinner: number })
      } else {
        const segment = model.segments.indexOf(segments.at(-1) ?? segments[0]!)
        await name('change a segment', { segment, where: thing % 3 })
      }
      await elapse(simulation, seconds, stop)
      planCrash(simulation, 0)
    }
    await simulation.transit.finish()
    await elapse(simulation, day)
    simulation.isQuiet = true
  },
})

function roundOf(random: Random) {
  return {
    event: random.pick(events),
    thing: random.below(32),
    seconds: random.pick([0, 2, 10, hour, day, 3 * day]),
    stop: drawStop(random, 0.3),
    /** The gate at which the runtimes end during this round; 0 for none. */
    crash: random.chance(0.3) ? heavyTailed(random, 40) : 0,
  }
}

function formOf(table: number, audience: string) {
  const settings = { audience, contact: 'oncePerRecord', window: 0, isExclusive: false }
  const steps = ['email', 'wait', 'email', 'wait', 'email'].map((kind, nth) => ({ kind, span: nth }))
  return { table, ...settings, exits: 0, stopsEverywhere: false, steps, starts: 0 }
}

function editOf(table: number, thing: number) {
  const value = cities[thing % cities.length] ?? ''
  return { table, record: thing % 8, column: 'city', value, somebody: 0, person: null }
}
