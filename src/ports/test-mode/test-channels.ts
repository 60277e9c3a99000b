import type { EmailChannel } from '../sender/message/email-channel.ts'
import type { WebhookChannel } from '../sender/message/webhook-channel.ts'

/** The channels that take the messages of a test organization in place of every sender and receiver. */
export interface CapturingChannels {
  readonly email: EmailChannel
  readonly webhook: WebhookChannel
}

/**
 * Chooses the channels of an organization. All steps use it before they send, so no message of a test organization
 * reaches a mail server, a provider, or any receiver except the organization's own test URL.
 */
export abstract class TestChannels {
  /** Returns the channels of a test organization; null for a real organization. */
  abstract of(organizationId: string): Promise<CapturingChannels | null>
}
