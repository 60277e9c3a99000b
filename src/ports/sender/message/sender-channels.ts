import type { EmailChannel } from './email-channel.ts'

/** Through what each sender's messages leave. */
export abstract class SenderChannels {
  /** Of a sender as it is now: one that was changed, paused or disconnected gives another channel. */
  abstract of(organizationId: string, senderId: string): Promise<EmailChannel>
}
