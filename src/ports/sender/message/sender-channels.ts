import type { EmailChannel } from './email-channel.ts'

/** The channels by which messages of senders leave. */
export abstract class SenderChannels {
  /**
   * Returns the channel of a sender in its present state. A sender that was changed, paused or disconnected
   * gets another channel.
   *
   * A caller that has read the sender, for example because it has marked a message, passes its revision. If
   * the channel of that revision is open, the sender is not read again.
   */
  abstract of(organizationId: string, senderId: string, revision?: number): Promise<EmailChannel>
}
