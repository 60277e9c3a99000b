import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { WebhookMessage } from '../../../domain/sender/message/message.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'

export interface Answered {
  readonly outcome: SendOutcome
  readonly answer: string
}

/** Delivers webhooks. Never throws for what happens to one message. */
export abstract class WebhookChannel implements Capacity {
  readonly atOnce: number | null = null

  abstract send(message: WebhookMessage): Promise<SendOutcome>

  /** The same of one whose answer is read: its beginning, where it was one of 2xx. It has `milliseconds` to come. */
  abstract ask(message: WebhookMessage, milliseconds: number): Promise<Answered>
}
