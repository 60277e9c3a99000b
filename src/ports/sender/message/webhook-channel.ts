import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { WebhookMessage } from '../../../domain/sender/message/message.ts'

export interface Answered {
  readonly outcome: SendOutcome
  readonly answer: string
}

/** Delivers webhooks of spinners to receivers. Never throws for a failure of one message. */
export abstract class WebhookChannel implements Capacity {
  readonly atOnce: number | null = null

  abstract send(message: WebhookMessage): Promise<SendOutcome>

  /**
   * Delivers a webhook and returns the beginning of the receiver's answer, if its status is 2xx. The answer
   * must arrive within `milliseconds`.
   */
  abstract ask(message: WebhookMessage, milliseconds: number): Promise<Answered>
}
