import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type {
  EmailChannel,
  SenderChannels,
  TestChannels,
  WebhookChannel,
} from '../../../ports/sender/message/channels.ts'
import type { FileStore } from '../../../ports/sender/message/files.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { AddressSuppressor } from '../../contact/address-suppressor.ts'

/**
 * The ports that steps may use. Each type of step takes the ports that it needs. So a new type changes the
 * composition only if it needs a port that no other type has.
 */
export class StepPorts {
  readonly templates: Templates
  readonly emailChannel: EmailChannel
  readonly senderChannels: SenderChannels
  readonly messageTokens: MessageTokens
  readonly webhookChannel: WebhookChannel
  readonly addressSuppressor: AddressSuppressor
  readonly files: FileStore
  readonly clock: Clock
  readonly ids: Ids
  readonly testChannels: TestChannels

  constructor(
    templates: Templates,
    emailChannel: EmailChannel,
    senderChannels: SenderChannels,
    messageTokens: MessageTokens,
    webhookChannel: WebhookChannel,
    addressSuppressor: AddressSuppressor,
    files: FileStore,
    clock: Clock,
    ids: Ids,
    testChannels: TestChannels,
  ) {
    this.templates = templates
    this.emailChannel = emailChannel
    this.senderChannels = senderChannels
    this.messageTokens = messageTokens
    this.webhookChannel = webhookChannel
    this.addressSuppressor = addressSuppressor
    this.files = files
    this.clock = clock
    this.ids = ids
    this.testChannels = testChannels
  }

  /** Returns the ports that steps use with a simulated clock in them, for rehearsals. */
  by(clock: Clock): StepPorts {
    return new StepPorts(
      this.templates,
      this.emailChannel,
      this.senderChannels,
      this.messageTokens,
      this.webhookChannel,
      this.addressSuppressor,
      this.files,
      clock,
      this.ids,
      this.testChannels,
    )
  }
}
