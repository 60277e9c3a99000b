import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { cancelJob } from '../job/cancel-job.ts'
import { startJob } from '../job/trigger.ts'
import { type Action, act, type Operation, operation } from '../operation.ts'
import { makeSpinner } from '../spinner/make-spinner.ts'
import { changeLimits } from './change-limits.ts'
import { connectSender } from './connect-sender.ts'
import { drawLimits } from './limits.ts'
import { pauseSender, resumeSender } from './pause-sender.ts'

const hour = 3600

/** The events that may happen while recipients wait for a sender. */
const events = [
  'change the zone',
  'change the limits',
  'cancel the job',
  'pause and resume',
  'nothing',
] as const

/**
 * Connects a simulated sender with a small daily limit, and starts jobs for more people than it may write to. While they
 * wait, the sender or the jobs change. Drawn one by one, senders seldom reach their limits before they change.
 */
export const senderAtItsLimit = operation({
  name: 'a sender at its limit',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  needs: connectSender.name,
  draw: (random) => ({
    isConnected: random.chance(0.7),
    limits: smallLimits(random),
    spinner: formOf(random),
    rounds: Array.from({ length: random.between(2, 3) }, () => roundOf(random)),
  }),
  run: async (simulation, { isConnected, limits, spinner: form, rounds }, others) => {
    const { model } = simulation
    if (isConnected)
      await act(simulation, { operation: connectSender.name, input: { limits, isDefault: true } }, others)
    await act(simulation, { operation: makeSpinner.name, input: form }, others)
    const spinner = model.spinners.at(-1)
    if (spinner === undefined) return
    for (const { people, seconds, event, change } of rounds) {
      await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
      await elapse(simulation, seconds)
      await happen(simulation, event, change, others)
      await elapse(simulation, hour / 2)
      simulation.isQuiet = true
    }
  },
})

/** Returns the input of the operation that makes a spinner of one or two e-mails for each new record. */
function formOf(random: Random) {
  return {
    table: random.below(2),
    audience: 'new',
    contact: 'oncePerRecord',
    window: 0,
    isExclusive: false,
    exits: random.below(3),
    stopsEverywhere: true,
    starts: 0,
    steps: Array.from({ length: random.between(1, 2) }, () => ({ kind: 'email', span: random.below(8) })),
  }
}

function roundOf(random: Random) {
  return {
    people: Array.from({ length: random.between(2, 5) }, () => random.below(peopleCount)),
    seconds: random.pick([60, hour, 8 * hour, 24 * hour]),
    event: random.pick(events),
    change: { sender: random.below(4), limits: smallLimits(random), isZoneAlone: true },
  }
}

/** Draws limits of one to three messages a day. */
function smallLimits(random: Random) {
  return { ...drawLimits(random), daily: random.between(1, 3), ramp: 0 }
}

async function happen(
  simulation: Simulation,
  event: string,
  change: ReturnType<typeof roundOf>['change'],
  others: readonly Operation[],
): Promise<void> {
  const { sender } = change
  const actions: Readonly<Record<string, readonly Action[]>> = {
    'change the zone': [{ operation: changeLimits.name, input: change }],
    'change the limits': [{ operation: changeLimits.name, input: { ...change, isZoneAlone: false } }],
    'cancel the job': [{ operation: cancelJob.name, input: { job: simulation.model.jobs.length - 1 } }],
    'pause and resume': [
      { operation: pauseSender.name, input: { sender } },
      { operation: resumeSender.name, input: { sender } },
    ],
  }
  for (const action of actions[event] ?? []) await act(simulation, action, others)
}
