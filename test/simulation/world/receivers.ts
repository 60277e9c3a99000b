import type { SendOutcome } from '../../../src/domain/job/recipient/temporary-refusal.ts'
import type { ReasonCode } from '../../../src/domain/reason.ts'
import type { WebhookMessage } from '../../../src/domain/sender/message/message.ts'
import { type Answered, WebhookChannel } from '../../../src/ports/sender/message/channels.ts'
import { markIn } from '../model/marks.ts'
import { shareOf } from '../run/random.ts'
import type { ServiceProcess } from '../run/service-process.ts'
import { modelOf, type Outside, type OutsideAttempt } from './outside.ts'

/**
 * The simulated receivers of webhooks, and the guards, which decide whether a recipient continues. A hash of
 * the seed decides each answer.
 */
export class WorldReceivers extends WebhookChannel {
  readonly #outside: Outside
  readonly #process: ServiceProcess

  constructor(outside: Outside, process: ServiceProcess) {
    super()
    this.#outside = outside
    this.#process = process
  }

  override async send(message: WebhookMessage): Promise<SendOutcome> {
    const { gates, shared, story, seed } = this.#outside
    const mark = markIn(message.body)
    const model = modelOf(this.#outside, mark.spinner)
    const share = shared.isEverybodyKind
      ? 1
      : shareOf('receiver', seed, message.id, model.sent.nextAttempt(message.id))
    const attempt = attemptOf(share)
    await gates.pass(this.#process, async () => {})
    gates.actor.note('send')
    return await gates.pass(this.#process, async () => {
      const { id, organizationId } = message
      const time = this.#process.sendingTime()
      const none = { jobId: null, recordId: null, position: null, sender: null }
      const sent = { ...mark, ...time, organizationId, ...none }
      model.sent.add({
        ...sent,
        kind: 'webhook',
        isTaken: attempt.taken,
        id,
        messageId: null,
        outcome: attempt.outcome.kind,
        temporaryRefusal: null,
      })
      story.tell(
        `${this.#process.name} posts ${mark.step} of ${mark.spinner} for ${mark.ref}: ${attempt.taken ? 'taken' : 'not taken'}, the service receives "${attempt.outcome.kind}"`,
      )
      return attempt.outcome
    })
  }

  override async ask(message: WebhookMessage, milliseconds: number): Promise<Answered> {
    const { gates, shared, story, clock, seed } = this.#outside
    const mark = markIn(message.body)
    const model = modelOf(this.#outside, mark.spinner)
    const share = shared.isEverybodyKind
      ? 0
      : shareOf('guard', seed, mark.ref, mark.step, model.sent.nextAttempt(message.id))
    await gates.pass(this.#process, async () => {})
    return await gates.pass(this.#process, async () => {
      const answered = answerOf(share)
      if (answered.outcome.kind === 'transient') clock.pass(milliseconds)
      shared.guardAnswers.add(mark, answered.outcome.kind === 'sent' ? answered.answer : null)
      story.tell(
        `${this.#process.name} asks guard ${mark.step} of ${mark.spinner} about ${mark.ref}: ${answered.answer || answered.outcome.kind}`,
      )
      return answered
    })
  }
}

/** Answers of a receiver, each with the share of the attempts that get it. */
const answers: readonly (readonly [share: number, answer: OutsideAttempt])[] = [
  [0.04, { taken: true, outcome: { kind: 'transient', ...causeOf('RECEIVER_TIMED_OUT') } }],
  [0.05, { taken: false, outcome: { kind: 'transient', ...causeOf('RECEIVER_UNREACHABLE') } }],
  [0.03, { taken: false, outcome: { kind: 'transient', ...causeOf('RECEIVER_BUSY') } }],
  [
    0.07,
    {
      taken: false,
      outcome: { kind: 'temporaryRefusal', scope: 'recipient', seconds: 60, ...causeOf('RECEIVER_BUSY') },
    },
  ],
  [0.03, { taken: false, outcome: { kind: 'failed', ...causeOf('RECEIVER_REFUSED') } }],
  [0.01, { taken: false, outcome: { kind: 'failed', ...causeOf('RECEIVER_REDIRECTED') } }],
  [0.01, { taken: false, outcome: { kind: 'failed', ...causeOf('RECEIVER_FORBIDDEN') } }],
]

function causeOf<Code extends ReasonCode>(code: Code) {
  return { code, reason: `The receiver answered ${code}` }
}

function attemptOf(drawn: number): OutsideAttempt {
  let share = drawn
  for (const [part, answer] of answers) {
    share -= part
    if (share < 0) return answer
  }
  return { taken: true, outcome: { kind: 'sent' } }
}

function answerOf(share: number): Answered {
  if (share < 0.7) return { outcome: { kind: 'sent' }, answer: '{"continue":true}' }
  if (share < 0.85) return { outcome: { kind: 'sent' }, answer: '{"continue":false,"reason":"not now"}' }
  if (share < 0.9) return { outcome: { kind: 'sent' }, answer: 'not JSON' }
  const cause = { code: 'RECEIVER_TIMED_OUT', reason: 'No answer' } as const
  return { outcome: { kind: 'transient', ...cause }, answer: '' }
}
