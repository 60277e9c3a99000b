import type { Clock } from '../../../ports/clock.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import type { SenderChannels } from '../../../ports/sender/message/channels.ts'
import type { SenderHealth } from '../../../ports/sender/pacing/sender-health.ts'

/** The ports by which a runtime decides which sender sends a message, and when. */
export class SendingPorts {
  readonly senderChannels: SenderChannels
  readonly senderHealth: SenderHealth
  readonly clock: Clock
  readonly randomness: Randomness

  constructor(
    senderChannels: SenderChannels,
    senderHealth: SenderHealth,
    clock: Clock,
    randomness: Randomness,
  ) {
    this.senderChannels = senderChannels
    this.senderHealth = senderHealth
    this.clock = clock
    this.randomness = randomness
  }

  /** Returns the ports by which messages are sent with a simulated clock in them, for rehearsals. */
  by(clock: Clock): SendingPorts {
    return new SendingPorts(this.senderChannels, this.senderHealth, clock, this.randomness)
  }
}
