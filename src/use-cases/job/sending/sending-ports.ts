import type { PhoneNumbers } from '../../../ports/arrival/phone-numbers.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import type { SenderChannels } from '../../../ports/sender/message/sender-channels.ts'
import type { SenderHealth } from '../../../ports/sender/pacing/sender-health.ts'

/** The ports that a slice needs to send at the right time, by the right sender. */
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

  /** Returns the same ports with another clock. */
  by(clock: Clock): SendingPorts {
    return new SendingPorts(this.senderChannels, this.senderHealth, this.phoneNumbers, clock, this.randomness)
  }
}
