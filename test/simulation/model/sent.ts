import type { SendOutcome } from '../../../src/domain/job/recipient/put-off.ts'
import type { Mark } from './marks.ts'
import type { Moments } from './moments.ts'

/** A message that left the service, as its receiver saw it. */
export interface Sent extends Mark {
  readonly kind: 'email' | 'webhook'
  readonly at: Date
  /** The milliseconds since the run began, which no change of the host's clock alters. */
  readonly elapsedMs: number
  /**
   * The number of the event at which the service marked the message as being sent. The service sends every
   * marked message.
   */
  readonly marked: number
  /** The number of this event in the order of all events. */
  readonly moment: number
  /** Whether the receiver accepted the message, whatever answer the service got. */
  readonly isTaken: boolean
  /** The id of the message's job; null for a webhook, whose request names neither the job nor the record. */
  readonly jobId: string | null
  readonly recordId: string | null
  readonly sender: string | null
  /** The Message-ID of an e-mail; null for a webhook. */
  readonly messageId: string | null
  /** The outcome of the message that the service received from the channel. */
  readonly told: SendOutcome['kind']
  /** The id in a webhook, which all repeats of the webhook share; null for an e-mail. */
  readonly id: string | null
}

/** All messages that left the service, as the receivers saw them. */
export class SentMessages {
  readonly all: Sent[] = []
  readonly #moments: Moments
  readonly #attempts = new Map<string, number>()

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add(sent: Omit<Sent, 'moment'>): void {
    this.all.push({ ...sent, moment: this.#moments.next() })
  }

  get taken(): readonly Sent[] {
    return this.all.filter(({ isTaken }) => isTaken)
  }

  /** Returns the number of earlier attempts to send under a name, and counts this attempt. */
  nextAttempt(thing: string): number {
    const attempt = this.#attempts.get(thing) ?? 0
    this.#attempts.set(thing, attempt + 1)
    return attempt
  }
}
