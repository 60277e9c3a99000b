import type { ActorView } from '../../actor-view.ts'
import { DomainError } from '../../errors.ts'

/** The days in which an owner can undo the deletion of an organization. */
const graceDays = 7

/**
 * The deletion of an organization. `grace`: the organization can only be read and exported, and an owner can undo the
 * deletion. `deleting`: its data is being deleted. `reopening`: the deletion was undone, and the jobs that it had
 * paused are being resumed.
 */
export interface OrganizationDeletion {
  readonly organizationId: string
  readonly status: 'grace' | 'deleting' | 'reopening'
  readonly requestedAt: Date
  /** The time at which the deletion of the data begins. */
  readonly deletesAt: Date
  /** The user who requested the deletion. */
  readonly requestedBy: string
}

/** The deletion of an organization, as its members see it. */
export interface DeletionView extends Pick<OrganizationDeletion, 'requestedAt' | 'deletesAt'> {
  /** The owner who requested the deletion; null if it is not known. */
  readonly requestedBy: ActorView | null
}

/** Returns the time at which the deletion of an organization begins that is requested now. */
export function deletionTime(now: Date): Date {
  return new Date(now.getTime() + graceDays * 24 * 60 * 60 * 1000)
}

/** Returns whether a person typed the name of the organization that is to be deleted. */
export function isTypedName(typed: string, name: string): boolean {
  return typed.trim() === name.trim()
}

/** Returns the error for a change of an organization that is to be deleted. */
export function closedError(deletesAt: Date): DomainError {
  return new DomainError('ORGANIZATION_CLOSED', { deletesAt: deletesAt.toISOString() })
}
