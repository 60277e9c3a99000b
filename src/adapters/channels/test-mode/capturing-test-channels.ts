import { type CapturingChannels, TestChannels } from '../../../ports/sender/message/channels.ts'
import type { TestClocks } from '../../../ports/test-mode/test-clocks.ts'
import type { CapturingEmailChannel } from './capturing-email-channel.ts'
import type { CapturingWebhookChannel } from './capturing-webhook-channel.ts'

export class CapturingTestChannels extends TestChannels {
  readonly #clocks: TestClocks
  readonly #channels: CapturingChannels

  constructor(clocks: TestClocks, email: CapturingEmailChannel, webhook: CapturingWebhookChannel) {
    super()
    this.#clocks = clocks
    this.#channels = { email, webhook }
  }

  override async of(organizationId: string): Promise<CapturingChannels | null> {
    return (await this.#clocks.isTest(organizationId)) ? this.#channels : null
  }
}
