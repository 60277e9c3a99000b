import type { WebhookMessage } from '../domain/job/message.ts'
import type { Outcome } from '../domain/job/recipient.ts'

/** Delivers webhooks. Never throws for what happens to one message. */
export abstract class WebhookChannel {
  abstract send(message: WebhookMessage): Promise<Outcome>
}
