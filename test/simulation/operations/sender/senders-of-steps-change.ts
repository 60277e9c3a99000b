import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { cancelJob } from '../job/cancel-job.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, operation } from '../operation.ts'
import { changeDraft } from '../spinner/change-draft.ts'
import { makeSpinner } from '../spinner/make-spinner.ts'
import { publishDraft } from '../spinner/publish-draft.ts'
import { connectSender } from './connect-sender.ts'
import { disconnectSender } from './disconnect-sender.ts'
import { drawLimits } from './limits.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The senders of a pair that e-mails may name. */
const namings = ['first', 'both', 'both', 'none'] as const

/**
 * Starts a job of a spinner whose e-mails name one or two senders. While its recipients wait, the spinner is published
 * with other senders or none, and the first sender is disconnected. Drawn one by one, these operations rarely concern one
 * sender.
 */
export const sendersOfStepsChange = operation({
  name: 'the senders of steps change',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  needs: connectSender.name,
  draw: (random) => ({
    limits: drawLimits(random),
    /** The number of the first of two senders. */
    sender: random.below(4),
    /** The senders of the two that the steps name when the job starts, and when the spinner is published again. */
    before: random.pick(namings),
    after: random.pick([...namings, 'second', 'second'] as const),
    people: Array.from({ length: random.between(1, 3) }, () => random.below(peopleCount)),
    startsLater: random.chance(0.3),
    seconds: random.pick([0, 10, hour, day]),
    movesRecipients: random.chance(0.3),
    cancels: random.chance(0.2),
    form: {
      table: random.below(2),
      audience: 'new',
      contact: 'oncePerRecord',
      window: 0,
      isExclusive: false,
      exits: 1,
      stopsEverywhere: true,
      starts: 0,
      steps: ['email', 'wait', 'email'].map((kind) => ({ kind, span: random.below(4) })),
    },
  }),
  run: async (simulation, { limits, sender, before, after, people, form, ...drawn }, others) => {
    const { model } = simulation
    for (let missing = 2 - model.senders.length; missing > 0; missing--)
      await act(simulation, { operation: connectSender.name, input: { limits, isDefault: false } }, others)
    const pair = [named(model.senders, sender), named(model.senders, sender + 1)].map((one) => one?.id ?? '')
    const count = model.spinners.length
    await act(simulation, { operation: makeSpinner.name, input: form }, others)
    const spinner = model.spinners[count]
    if (spinner === undefined || pair.includes('')) return
    await nameSenders(simulation, spinner, sendersOf(pair, before), false)
    await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
    const scheduledAt = drawn.startsLater ? new Date(simulation.clock.now().getTime() + 2 * day * 1000) : null
    const job = await startJob(simulation, spinner, {
      audience: { kind: 'spinner' },
      scheduledAt,
      key: null,
    })
    await elapse(simulation, drawn.seconds)
    await nameSenders(simulation, spinner, sendersOf(pair, after), drawn.movesRecipients)
    if (drawn.cancels && job !== null)
      await act(simulation, { operation: cancelJob.name, input: { job: model.jobs.indexOf(job) } }, others)
    const first = model.senders.findIndex(({ id }) => id === pair[0])
    await act(simulation, { operation: disconnectSender.name, input: { sender: first } }, others)
    await elapse(simulation, 8 * day)
    simulation.isQuiet = true
  },
})

/** Returns the senders of a pair that steps name. */
function sendersOf([first = '', second = '']: readonly string[], naming: string): readonly string[] {
  if (naming === 'none') return []
  if (naming === 'both') return [first, second]
  return naming === 'first' ? [first] : [second]
}

/** Publishes a spinner whose e-mails name these senders. */
async function nameSenders(
  simulation: Simulation,
  spinner: KnownSpinner,
  senders: readonly string[],
  movesRecipients: boolean,
): Promise<void> {
  const steps = spinner.steps.map((step): Step => (step.type === 'email' ? { ...step, senders } : step))
  const names = simulation.model.senders.filter(({ id }) => senders.includes(id)).map(({ name }) => name)
  const what = `e-mails leave by ${names.join(' or ') || 'the default sender'}`
  const changed = await changeDraft(simulation, spinner, { what, steps, settings: spinner.settings })
  if (changed.kind === 'answered') await publishDraft(simulation, spinner, { movesRecipients })
}
