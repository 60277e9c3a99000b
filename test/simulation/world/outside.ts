import type { SendOutcome } from '../../../src/domain/job/recipient/temporary-refusal.ts'
import type { Model } from '../model/model.ts'
import type { KnownDestination } from '../model/organization/destinations.ts'
import type { Shared } from '../model/organization/shared.ts'
import type { Outage } from '../run/database/outage.ts'
import type { Gates } from '../run/gates.ts'
import type { SimulatedOrganization } from '../run/organization.ts'
import type { Story } from '../run/story.ts'
import type { Meetings } from '../run/transit/meetings.ts'
import type { VirtualClock } from '../run/virtual-clock.ts'
import type { VirtualTimers } from '../run/virtual-timers.ts'

/** The parts of a run that all simulated mail servers and webhook receivers share. */
export interface Outside {
  readonly seed: number
  readonly clock: VirtualClock
  readonly gates: Gates
  readonly timers: VirtualTimers
  readonly outage: Outage
  readonly shared: Shared
  readonly organizations: readonly SimulatedOrganization[]
  readonly story: Story
  readonly meetings: Meetings
}

/** Returns what is known about the organization whose spinner a message names. */
export function modelOf({ organizations }: Pick<Outside, 'organizations'>, spinner: string): Model {
  const models = organizations.map(({ model }) => model)
  const [first] = models
  const model = models.find((one) => one.hasNamed(spinner)) ?? first
  if (model === undefined) throw new Error('A run has an organization')
  return model
}

/** Returns the simulated destination that has, or once had, a URL. */
export function destinationAt({ organizations }: Outside, url: string): KnownDestination {
  const [destination] = organizations.flatMap(({ model }) => model.destinations.at(url) ?? [])
  if (destination === undefined) throw new Error(`No destination has the URL ${url}`)
  return destination
}

/**
 * The outcome of one attempt to send: whether the simulated receiver accepted the message, and the answer that
 * the service gets.
 */
export interface OutsideAttempt {
  readonly taken: boolean
  readonly outcome: SendOutcome
}
