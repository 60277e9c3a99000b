import type { PhoneNumbers } from '../../../ports/arrival/phone-numbers.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import type { SenderChannels } from '../../../ports/sender/message/sender-channels.ts'
import type { SenderHealth } from '../../../ports/sender/pacing/sender-health.ts'

/** What a slice asks of the world to send at the right hour, by the right sender. */
export class SendingPorts {
  readonly senderChannels: SenderChannels
  readonly senderHealth: SenderHealth
  readonly phoneNumbers: PhoneNumbers
  readonly clock: Clock
  readonly randomness: Randomness

  constructor(
    senderChannels: SenderChannels,
    senderHealth: SenderHealth,
    phoneNumbers: PhoneNumbers,
    clock: Clock,
    randomness: Randomness,
  ) {
    this.senderChannels = senderChannels
    this.senderHealth = senderHealth
    this.phoneNumbers = phoneNumbers
    this.clock = clock
    this.randomness = randomness
  }

  /** The same by another clock. */
  by(clock: Clock): SendingPorts {
    return new SendingPorts(this.senderChannels, this.senderHealth, this.phoneNumbers, clock, this.randomness)
  }
}
