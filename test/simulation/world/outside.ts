import type { SendOutcome } from '../../../src/domain/job/recipient/put-off.ts'
import type { Model } from '../model/model.ts'
import type { Outage } from '../run/database/outage.ts'
import type { Gates } from '../run/gates.ts'
import type { Story } from '../run/story.ts'
import type { VirtualClock } from '../run/virtual-clock.ts'
import type { VirtualTimers } from '../run/virtual-timers.ts'

/** The parts of a run that all simulated mail servers and webhook receivers share. */
export interface Outside {
  readonly seed: number
  readonly clock: VirtualClock
  readonly gates: Gates
  readonly timers: VirtualTimers
  readonly outage: Outage
  readonly model: Model
  readonly story: Story
}

/**
 * The outcome of one attempt to send: whether the simulated receiver accepted the message, and the answer that
 * the service gets.
 */
export interface OutsideAttempt {
  readonly taken: boolean
  readonly told: SendOutcome
}
