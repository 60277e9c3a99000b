import { DomainError } from '../errors.ts'

/** An organization that has left this cell or is about to: it moves to another cell, or is to be deleted. */
export type Departure = Move | Deletion

/**
 * The move of an organization to another cell (a complete deployment behind the same proxy), in progress or
 * finished.
 */
export interface Move {
  readonly kind: 'move'
  readonly organizationId: string
  readonly hasGone: boolean
  /** The id of the cell (deployment) to which the organization moves or has moved. */
  readonly cell: string
  /**
   * The URL of the cell to which the organization moves, for clients without a proxy; null if it is not
   * known.
   */
  readonly url: string | null
}

/** The deletion of an organization, which an owner can undo until it begins. */
interface Deletion {
  readonly kind: 'deletion'
  readonly organizationId: string
  readonly deletesAt: Date
}

/** Returns the error that callers of an organization get which has left the cell, or is about to. */
export function departureError(departure: Departure): DomainError {
  return errorOf(departure).for(departure.organizationId)
}

function errorOf(departure: Departure): DomainError {
  if (departure.kind === 'deletion') return closedError(departure.deletesAt)
  const { hasGone, cell, url } = departure
  if (!hasGone) return new DomainError('ORGANIZATION_MOVING', { retryAfter: 2 })
  return new DomainError('ORGANIZATION_MOVED', url === null ? { cell } : { cell, url })
}

/** Returns the error for a change of an organization that is to be deleted. */
export function closedError(deletesAt: Date): DomainError {
  return new DomainError('ORGANIZATION_CLOSED', { deletesAt: deletesAt.toISOString() })
}
