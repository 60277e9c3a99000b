import type {
  SendOutcome,
  TemporaryRefusalOutcome,
} from '../../../src/domain/job/recipient/temporary-refusal.ts'
import type { Mark } from './marks.ts'
import type { Moments } from './moments.ts'

/** The time at which the service marked messages as being sent. */
export interface SendingTime {
  readonly at: Date
  readonly elapsedMs: number
  /** The number of the run's event at which the messages were marked. */
  readonly marked: number
}

/** A message that left the service in a simulation run, as its simulated receiver saw it. */
export interface Sent extends Mark {
  readonly kind: 'email' | 'webhook'
  /** The time at which the service marked the message as being sent. It leaves later if its runtime is held up. */
  readonly at: Date
  /** The virtual milliseconds from the beginning of the run to the mark, which no change of the clock alters. */
  readonly elapsedMs: number
  /**
   * The number of the run's event at which the service marked the message as being sent. The service sends
   * every marked message.
   */
  readonly marked: number
  /** The number of the sending in the order of all events of the run. */
  readonly moment: number
  /** Whether the simulated receiver accepted the message, whatever answer the service got. */
  readonly isTaken: boolean
  /**
   * The id of the simulated message's job; null for a webhook, whose request names neither the job nor the
   * record.
   */
  readonly jobId: string | null
  readonly recordId: string | null
  /** The position of the message's step in the program of its version; null if unknown, as for a webhook. */
  readonly position: number | null
  /** The organization by whose account the service sent the message. */
  readonly organizationId: string
  readonly sender: string | null
  /** The Message-ID of a simulated e-mail; null for a webhook. */
  readonly messageId: string | null
  /** The outcome that the simulated mail server or receiver gave the service for the message. */
  readonly outcome: SendOutcome['kind']
  /** The temporary refusal that the mail server gave; null for another outcome, and for a webhook. */
  readonly temporaryRefusal: Pick<TemporaryRefusalOutcome, 'scope' | 'seconds'> | null
  /**
   * The id in the webhook request, which stays the same when the service repeats the webhook; null for an
   * e-mail.
   */
  readonly id: string | null
}

/** The answers after which a message may have arrived. */
const isLogged = new Set<SendOutcome['kind']>(['sent', 'unconfirmed'])

/** All messages that left the service in a simulation run, as the simulated receivers saw them. */
export class SentMessages {
  readonly all: Sent[] = []
  /** The e-mails that a promise has not yet seen in the log of messages of the service. */
  readonly unlogged = new Set<Sent>()
  readonly #moments: Moments
  readonly #attempts = new Map<string, number>()

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add(sent: Omit<Sent, 'moment'>): void {
    const message = { ...sent, moment: this.#moments.next() }
    this.all.push(message)
    if (message.kind === 'email' && isLogged.has(message.outcome)) this.unlogged.add(message)
  }

  /** All messages in the order in which the service marked them as being sent. */
  get asMarked(): readonly Sent[] {
    return this.all.toSorted((a, b) => a.marked - b.marked)
  }

  get taken(): readonly Sent[] {
    return this.all.filter(({ isTaken }) => isTaken)
  }

  /** Returns the number of earlier attempts to send a message under a name, and counts this attempt. */
  nextAttempt(thing: string): number {
    const attempt = this.#attempts.get(thing) ?? 0
    this.#attempts.set(thing, attempt + 1)
    return attempt
  }
}
