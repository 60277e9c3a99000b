import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { type EarlyKind, earlyKinds } from '../../model/mail/early-reactions.ts'
import { peopleCount } from '../../model/people.ts'
import type { Sent } from '../../model/sent.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, operation } from '../operation.ts'
import { kindOf } from '../person/react.ts'
import { factOn, replyTo } from '../person/reply.ts'
import { planCrash } from './message-in-doubt.ts'

/**
 * Lets a person reply, or a provider report a bounce or a complaint, after the server took a message and mostly before
 * the outcome of the message is stored. A runtime may end between the two.
 */
export const reactionBeforeOutcome = operation({
  name: 'a reaction arrives before the outcome',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    spinner: random.below(8),
    kind: random.pick(earlyKinds),
    /** A person whose record is added before a job is started; null to start no job. */
    person: random.chance(0.8) ? random.below(peopleCount) : null,
    /** Whether the reaction is processed completely before the runtime continues. Otherwise both take turns. */
    isFirst: random.chance(0.7),
    /** The gate, counted from the reaction, at which the runtimes end; 0 for none. */
    crash: random.pick([0, 0, 0, 1, 2]),
    order: random.below(1_000_000),
  }),
  run: async (simulation, { spinner: number, kind: drawn, person, isFirst, crash, order }, others) => {
    const { model, gates } = simulation
    const kind = earlyKinds.find((earlyKind) => earlyKind === drawn) ?? 'reply'
    const writing = model.spinners.filter(({ publishedSteps }) => publishedSteps?.[0]?.type === 'email')
    const spinner = named(writing, number)
    if (spinner !== null && person !== null) {
      await ingestRecords(simulation, spinner.table, [person], { by: 'key', repeats: 0 })
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    }
    const before = model.sent.all.length
    const sent = () =>
      model.sent.all.slice(before).find(({ messageId, isTaken }) => isTaken && messageId !== null)
    const progress = { isDone: false }
    const work = async () => {
      await act(simulation, { operation: 'work', input: { entries: 4, order } }, others)
      progress.isDone = true
    }
    const react = async () => {
      while (!progress.isDone && sent() === undefined) await simulation.rows('select 1')
      const message = sent()
      if (message === undefined || progress.isDone) return
      planCrash(simulation, crash)
      simulation.meetings.note('a reaction met a message in transit: its outcome was not stored')
      await reactTo(simulation, message, kind)
    }
    let decided = 0
    // The reaction comes last in the order of the operations. It waits until a message was sent.
    const next = (count: number) => {
      if (sent() === undefined) return 0
      return isFirst ? count - 1 : hashOf('order', order, decided++) % count
    }
    await gates.together([work, react], next)
    planCrash(simulation, 0)
  },
})

/** Processes a reaction to a message, as the API does after a request of a provider. */
async function reactTo(simulation: Simulation, message: Sent, kind: EarlyKind): Promise<void> {
  const { model, clock, demo, story } = simulation
  const { address, jobId, recordId, messageId, step } = message
  if (jobId === null || recordId === null || messageId === null) return
  const at = clock.now()
  const note = (serverResponse: string | null) =>
    model.earlyReactions.push({ kind, jobId, recordId, address, messageId, serverResponse, at })
  story.tell(`a ${kind} of ${address} to ${step} is read while the message is being sent`)
  if (kind === 'reply') {
    if ((await replyTo(simulation, message)).kind === 'answered') note(null)
    return
  }
  const serverResponse = kind === 'bounce' ? `550 5.1.1 no mailbox for message ${model.moments.next()}` : null
  const fact = { ...factOn(message, kindOf[kind], at), serverResponse }
  const order = { organizationId: demo.organizationId, senderId: null, fact }
  const ended = await model.noSendPeriods.begin('address', address, () =>
    simulation.call(`a ${kind} of ${address} to ${step}`, (api) =>
      api.get(InboundFactProcessor).process(order),
    ),
  )
  if (ended.kind !== 'answered') return
  if (ended.value === 'suppressed') note(serverResponse)
  else simulation.fault(`the ${kind} of ${address} to ${step} suppressed nobody: ${ended.value}`)
}
