import type { Outcome } from '../../../domain/job/recipient.ts'
import type { WebhookMessage } from '../../../domain/sender/message/message.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'

/** Delivers webhooks. Never throws for what happens to one message. */
export abstract class WebhookChannel implements Capacity {
  readonly atOnce: number | null = null

  abstract send(message: WebhookMessage): Promise<Outcome>
}
