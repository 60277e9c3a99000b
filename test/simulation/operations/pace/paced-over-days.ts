import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import { drawStop, heavyTailed } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { planCrash } from '../mail/message-in-doubt.ts'
import { act, named, operation } from '../operation.ts'
import { paceCount } from './set-pace.ts'

const hour = 3_600
const day = 24 * hour

/**
 * Starts several jobs of a spinner with a pace over some days. Meanwhile the pace changes, jobs are cancelled or paused,
 * people react, runtimes end and a backup is restored. Drawn one by one, these operations rarely concern one spinner on one day.
 */
export const pacedOverDays = operation({
  name: 'a paced spinner writes over days',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    spinner: random.below(8),
    form: random.chance(0.6) ? formOf(random) : null,
    pace: random.below(paceCount),
    rounds: Array.from({ length: random.between(2, 5) }, () => ({
      people: Array.from({ length: random.between(0, 4) }, () => random.below(peopleCount)),
      event: random.pick(['nothing', 'nothing', 'pace', 'cancel', 'pause', 'resume', 'react', 'restore']),
      thing: random.below(16),
      pace: random.below(paceCount),
      stop: drawStop(random, 0.3),
      /** The gate at which the runtimes end while time passes; 0 for none. */
      crash: random.chance(0.3) ? heavyTailed(random, 30) : 0,
      seconds: random.pick([60, hour, day / 2, day, day, 3 * day]),
    })),
    seconds: random.pick([day, 8 * day]),
  }),
  run: async (simulation, { spinner: number, form, pace, rounds, seconds }, others) => {
    const { model } = simulation
    if (form !== null) await act(simulation, { operation: 'make a spinner', input: form }, others)
    const possible = model.spinners.filter(({ bin }) => !bin.mayBeInBin)
    const spinner = form === null ? named(possible, number) : (possible.at(-1) ?? null)
    if (spinner === null) return
    const setPace = (to: number) => ({
      operation: 'set the pace of a spinner',
      input: { spinner: model.spinners.indexOf(spinner), pace: to, movesRecipients: false },
    })
    await act(simulation, setPace(pace), others)
    for (const round of rounds) {
      const { people, event, thing, stop, crash } = round
      if (people.length > 0) {
        await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
        await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
      }
      const ofSpinner = model.jobs.filter((one) => one.spinner === spinner)
      const job = model.jobs.findIndex((one) => one === named(ofSpinner, thing))
      if (event === 'pace') await act(simulation, setPace(round.pace), others)
      if (event === 'restore')
        await act(simulation, { operation: 'restore a backup', input: lossOf(thing) }, others)
      if (event === 'react')
        await act(
          simulation,
          {
            operation: 'a waiting or failed person reacts',
            input: { message: thing, isLatest: true, kind: 'reply', days: 1 },
          },
          others,
        )
      if (job >= 0 && ['cancel', 'pause', 'resume'].includes(event))
        await act(simulation, { operation: `${event} a job`, input: { job } }, others)
      planCrash(simulation, crash)
      await elapse(simulation, round.seconds, stop)
      planCrash(simulation, 0)
    }
    await simulation.transit.finish()
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})

/** Returns the input of the operation that restores a backup from an hour ago, since when a job was started. */
function lossOf(spinner: number) {
  const stop = {
    gate: 0,
    from: 'begin',
    after: false,
    inside: false,
    frozen: false,
    operations: 0,
    seconds: 0,
    order: 0,
  }
  const lost = [{ spinner, seconds: hour }]
  return {
    lost,
    arriving: [spinner, spinner + 1],
    paused: -1,
    stop,
    replies: false,
    resumes: false,
    crashes: false,
  }
}

/** Returns the input of the operation that makes a spinner whose messages follow each other within some days. */
function formOf(random: Random) {
  return {
    table: random.below(2),
    audience: random.pick(['new', 'new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerRecord', 'oncePerRecord']),
    window: random.pick([0, 0, 4]),
    isExclusive: false,
    exits: random.below(3),
    stopsEverywhere: random.chance(0.5),
    steps: [['email', 'email', 'webhook', 'wait'], ['wait', 'email'], ['email', 'webhook'], ['email']]
      .slice(0, random.between(1, 4))
      .map((kinds) => ({ kind: random.pick(kinds), span: random.below(8) })),
    starts: 0,
  }
}
