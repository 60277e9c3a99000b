import type { Outcome } from '../../domain/job/recipient.ts'
import type { WebhookMessage } from '../../domain/sender/message.ts'

/** Delivers webhooks. Never throws for what happens to one message. */
export abstract class WebhookChannel {
  abstract send(message: WebhookMessage): Promise<Outcome>
}
