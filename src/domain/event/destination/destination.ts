import type { EventType } from '../event-type.ts'

/** The largest number of destinations that an organization can have. */
export const maxDestinations = 20
/** The largest number of characters in the URL of a destination. */
export const maxUrlLength = 2_000

export const destinationStatuses = ['active', 'paused', 'disabled'] as const
type DestinationStatus = (typeof destinationStatuses)[number]

/** The reasons for which the service disables a destination. */
export const disabledReasons = ['failing', 'projectDeleted', 'spinnerDeleted'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** The events that a destination receives. */
export interface Selection {
  readonly types: readonly EventType[]
  /** The project whose events the destination receives; null for all projects and the organization itself. */
  readonly projectId: string | null
  /** The spinner whose events the destination receives; null for all. */
  readonly spinnerId: string | null
}

/** The settings of a destination that people and programs choose. */
export interface DestinationSettings extends Selection {
  readonly url: string
  /** Whether events about a person contain the person's e-mail address. */
  readonly includesAddresses: boolean
  /** Whether a request contains an array of up to 500 events instead of one event. */
  readonly batchesEvents: boolean
}

/** How well a destination answers: the facts from which its next attempts are planned. */
export interface DestinationHealth {
  /** The number of failed attempts, without retries, since the last successful attempt. */
  readonly failures: number
  /** The time of the first failed attempt since the last successful one; null if the last attempt succeeded. */
  readonly failingSince: Date | null
  /** The time until which nothing is sent to the destination; null if it need not be spared. */
  readonly nextAttemptAt: Date | null
}

/** The health of a destination that has not failed since its last success, its creation or its resumption. */
export const goodHealth: DestinationHealth = { failures: 0, failingSince: null, nextAttemptAt: null }

/** A URL to which events are sent by signed webhooks. */
export interface Destination extends DestinationSettings, DestinationHealth {
  readonly id: string
  readonly organizationId: string
  readonly status: DestinationStatus
  /** The reason why the service disabled the destination; null in every other state. */
  readonly disabledReason: DisabledReason | null
  readonly disabledAt: Date | null
  readonly createdAt: Date
  /** The time of the last change of the URL; null if it was never changed. Earlier attempts went to another URL. */
  readonly urlChangedAt: Date | null
  /** The time of the last successful attempt; null if none has succeeded. */
  readonly deliveredAt: Date | null
  /** The number of the last event that is delivered, waits for a retry, or is given up. */
  readonly position: number
  readonly revision: number
}

/** Returns the selection of a destination without its other fields, to be stored with a request. */
export function selectionOf({ types, projectId, spinnerId }: Selection): Selection {
  return { types, projectId, spinnerId }
}

/** Returns the selection of the events that two selections have in common; null if they can have none. */
export function commonSelection(former: Selection, present: Selection): Selection | null {
  const types = former.types.filter((type) => present.types.includes(type))
  const projectId = former.projectId ?? present.projectId
  const spinnerId = former.spinnerId ?? present.spinnerId
  const isDisjoint =
    types.length === 0 ||
    projectId !== (present.projectId ?? projectId) ||
    spinnerId !== (present.spinnerId ?? spinnerId)
  return isDisjoint ? null : { types, projectId, spinnerId }
}
