import type { SendOutcome } from '../../../src/domain/job/recipient/temporary-refusal.ts'
import type { ReasonCode } from '../../../src/domain/reason.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { type Access, EmailChannel, SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { markIn } from '../model/marks.ts'
import { hashOf, shareOf } from '../run/random.ts'
import type { ServiceProcess } from '../run/service-process.ts'
import { modelOf, type Outside, type OutsideAttempt } from './outside.ts'

/**
 * The simulated mail servers. They accept, defer or refuse e-mail, or lose the connection; a hash of person,
 * step and attempt decides which.
 */
export class WorldMailServer extends EmailChannel {
  readonly #outside: Outside
  readonly #process: ServiceProcess
  readonly #sender: string | null

  constructor(outside: Outside, process: ServiceProcess, sender: string | null) {
    super()
    this.#outside = outside
    this.#process = process
    this.#sender = sender
  }

  override async send(message: EmailMessage): Promise<SendOutcome> {
    const { gates, shared, story } = this.#outside
    const mark = markIn(message.subject)
    const to = message.to.toLowerCase()
    const model = modelOf(this.#outside, mark.spinner)
    const attempt = model.sent.nextAttempt(`${message.jobId} ${message.recordId} ${mark.step}`)
    const { taken, outcome: told } = shared.isEverybodyKind
      ? kind
      : (closed[shared.closed.get(to) ?? 'open'] ?? attemptOf(this.#outside.seed, to, mark.step, attempt))
    // Waits at two gates of the simulator, so that it can perform other operations while the message is being sent.
    await gates.pass(this.#process, async () => {})
    gates.actor.note('send')
    return await gates.pass(this.#process, async () => {
      const { jobId, recordId } = message
      const time = this.#process.sendingTime()
      const sender = this.#sender
      const { organizationId } = message
      const position = shared.inTransit.send(this.#process.name, jobId, recordId)
      const sent = { ...mark, ...time, address: to, organizationId, jobId, recordId, position, sender }
      const messageId = this.#process.get(MessageTokens).messageIdFor(message, null)
      const temporaryRefusal = told.kind === 'temporaryRefusal' ? told : null
      model.sent.add({
        ...sent,
        kind: 'email',
        isTaken: taken,
        id: null,
        messageId,
        outcome: told.kind,
        temporaryRefusal,
      })
      story.tell(
        `${this.#process.name} mails ${mark.step} of ${mark.spinner} to ${message.to}: ${wordsOf(taken, told)}`,
      )
      return told.kind === 'sent' ? { ...told, receipt: receiptOf(messageId) } : told
    })
  }
}

/** Returns the answer of a server that accepted a message. The service logs the message with it. */
function receiptOf(messageId: string) {
  return { messageId, providerId: null, providerThread: null, serverResponse: '250 2.0.0 Ok: queued' }
}

/**
 * Gives each sender account of the simulation a simulated mail server, and the same settings and password for
 * its mailbox in every process. Every SMTP account is accepted.
 */
export class WorldSenderChannels extends SenderChannels {
  readonly #outside: Outside
  readonly #process: ServiceProcess
  readonly #channels = new Map<string, WorldMailServer>()

  constructor(outside: Outside, process: ServiceProcess) {
    super()
    this.#outside = outside
    this.#process = process
  }

  override async of(_organizationId: string, senderId: string): Promise<EmailChannel> {
    const known = this.#channels.get(senderId)
    if (known !== undefined) return known
    const channel = new WorldMailServer(this.#outside, this.#process, senderId)
    this.#channels.set(senderId, channel)
    return channel
  }

  override async accessOf(_organizationId: string, senderId: string): Promise<Access> {
    return { kind: 'smtp', settings: { senderId }, password: 'correct horse battery staple' }
  }

  override async faultOf(): Promise<string | null> {
    return null
  }
}

const kind: OutsideAttempt = { taken: true, outcome: { kind: 'sent' } }

/** Answers of a mail server or a provider, each with the share of the attempts that get it. */
const answers: readonly (readonly [share: number, answer: OutsideAttempt])[] = [
  [
    0.06,
    notTaken({
      kind: 'temporaryRefusal',
      scope: 'recipient',
      seconds: null,
      ...causeOf('MAIL_TEMPORARILY_REFUSED'),
    }),
  ],
  [
    0.03,
    notTaken({ kind: 'temporaryRefusal', scope: 'server', seconds: 300, ...causeOf('MAIL_SERVER_UNUSABLE') }),
  ],
  [
    0.02,
    notTaken({ kind: 'temporaryRefusal', scope: 'account', seconds: null, ...causeOf('PROVIDER_LIMIT') }),
  ],
  [0.05, notTaken({ kind: 'transient', ...causeOf('MAIL_PROVIDER_UNUSABLE') })],
  [0.03, notTaken({ kind: 'failed', ...causeOf('MESSAGE_REFUSED') })],
  [0.01, notTaken({ kind: 'failed', ...causeOf('MESSAGE_NOT_SENDABLE') })],
  [0.03, notTaken({ kind: 'failed', bounced: true, ...causeOf('MAILBOX_UNKNOWN') })],
  [0.03, { taken: true, outcome: { kind: 'unconfirmed', ...causeOf('CHANNEL_FAILED') } }],
  [0.02, { taken: true, outcome: { kind: 'unconfirmed', ...causeOf('MAIL_UNCONFIRMED') } }],
  [0.01, notTaken({ kind: 'unconfirmed', ...causeOf('MAIL_UNCONFIRMED') })],
]

/** The answers to messages to addresses that are closed for a while. */
const closed: Readonly<Record<string, OutsideAttempt>> = {
  refused: notTaken({ kind: 'failed', ...causeOf('MESSAGE_REFUSED') }),
  deferred: notTaken({
    kind: 'temporaryRefusal',
    scope: 'recipient',
    seconds: null,
    ...causeOf('MAIL_TEMPORARILY_REFUSED'),
  }),
}

/** The share of attempts by which the frequent answer of a seed is more frequent than in other seeds. */
const addedShare = 0.3

function causeOf<Code extends ReasonCode>(code: Code) {
  return { code, reason: `The server answered ${code}` }
}

function notTaken(reported: SendOutcome): OutsideAttempt {
  return { taken: false, outcome: reported }
}

function attemptOf(seed: number, address: string, step: string, attempt: number): OutsideAttempt {
  // In half of the seeds one of the answers is frequent, so that many people of the run meet the same trouble.
  const frequent = hashOf('frequent answer', seed) % (2 * answers.length)
  // Makes the simulated mail server defer 6 % of the messages seven times before it accepts or refuses them.
  if (attempt < 7 && shareOf('stubborn', seed, address, step) < 0.06)
    return notTaken({
      kind: 'temporaryRefusal',
      scope: 'recipient',
      seconds: null,
      ...causeOf('MAIL_TEMPORARILY_REFUSED'),
    })
  let share = shareOf('mail', seed, address, step, attempt)
  for (const [nth, [part, answer]] of answers.entries()) {
    share -= nth === frequent ? part + addedShare : part
    if (share < 0) return answer
  }
  return { taken: true, outcome: { kind: 'sent' } }
}

function wordsOf(taken: boolean, reported: SendOutcome): string {
  return `${taken ? 'taken' : 'not taken'}, the service receives "${reported.kind}"`
}
