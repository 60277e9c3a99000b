import type { EmailChannel } from '../../ports/sender/email-channel.ts'
import { SenderChannels } from '../../ports/sender/sender-channels.ts'

/** Every sender by the deployment's own server. */
export class DeploymentSenderChannels extends SenderChannels {
  readonly #channel: EmailChannel

  constructor(channel: EmailChannel) {
    super()
    this.#channel = channel
  }

  override async of(): Promise<EmailChannel> {
    return this.#channel
  }
}
