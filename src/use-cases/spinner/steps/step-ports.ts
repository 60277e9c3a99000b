import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
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
  readonly messageTokens: MessageTokens
  readonly addressSuppressor: AddressSuppressor
  readonly files: FileStore
  readonly clock: Clock
  readonly ids: Ids

  constructor(
    templates: Templates,
    messageTokens: MessageTokens,
    addressSuppressor: AddressSuppressor,
    files: FileStore,
    clock: Clock,
    ids: Ids,
  ) {
    this.templates = templates
    this.messageTokens = messageTokens
    this.addressSuppressor = addressSuppressor
    this.files = files
    this.clock = clock
    this.ids = ids
  }

  /** Returns the ports that steps use with a simulated clock in them, for rehearsals. */
  by(clock: Clock): StepPorts {
    return new StepPorts(
      this.templates,
      this.messageTokens,
      this.addressSuppressor,
      this.files,
      clock,
      this.ids,
    )
  }
}
