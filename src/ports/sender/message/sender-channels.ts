import type { EmailChannel } from './email-channel.ts'

/** The channels by which messages of senders leave. */
export abstract class SenderChannels {
  /**
   * Returns the channel of a sender in its present state. A sender that was changed, paused or disconnected
   * gets another channel.
   */
  abstract of(organizationId: string, senderId: string): Promise<EmailChannel>
}
