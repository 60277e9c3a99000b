import type { SendOutcome } from '../../../src/domain/job/recipient/put-off.ts'
import type { Mark } from './marks.ts'
import type { Moments } from './moments.ts'

/** A message that left the service. */
export interface Sent extends Mark {
  readonly kind: 'email' | 'webhook'
  readonly at: Date
  /** Its place among everything that happened. */
  readonly moment: number
  /** Whether the other side took it, whatever the service was told. */
  readonly isTaken: boolean
  /** Null of a webhook, which does not name them. */
  readonly jobId: string | null
  readonly recordId: string | null
  readonly sender: string | null
  /** The Message-ID of an e-mail; null of a webhook. */
  readonly messageId: string | null
  /** How the service was answered. */
  readonly told: SendOutcome['kind']
  /** The id under which a webhook is repeated; null of an e-mail. */
  readonly id: string | null
}

/** Everything that left the service, as the world saw it. */
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

  /** Returns how many attempts there were at a thing before this one. */
  nextAttempt(thing: string): number {
    const attempt = this.#attempts.get(thing) ?? 0
    this.#attempts.set(thing, attempt + 1)
    return attempt
  }
}
