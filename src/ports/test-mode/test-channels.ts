import type { EmailChannel } from '../sender/message/email-channel.ts'
import type { WebhookChannel } from '../sender/message/webhook-channel.ts'

/** Takes the messages of a test organization in place of every sender and receiver. */
export interface ChannelsOfTest {
  readonly email: EmailChannel
  readonly webhook: WebhookChannel
}

/**
 * Chooses by whom a message goes. All steps ask it before anything leaves, so no message of a test organization reaches
 * a mail server, a provider, or any receiver but the organization's own test URL.
 */
export abstract class TestChannels {
  /** Returns null for an organization that is real. */
  abstract of(organizationId: string): Promise<ChannelsOfTest | null>
}
