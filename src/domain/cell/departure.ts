import { DomainError } from '../errors.ts'

/**
 * The move of an organization to another cell (a complete deployment behind the same proxy), in progress or
 * finished.
 */
export interface Departure {
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

/** Returns the error that callers of a moving or moved organization get in its former cell. */
export function departureError({ organizationId, hasGone, cell, url }: Departure): DomainError {
  const refusal = hasGone
    ? new DomainError('ORGANIZATION_MOVED', url === null ? { cell } : { cell, url })
    : new DomainError('ORGANIZATION_MOVING', { retryAfter: 2 })
  return refusal.for(organizationId)
}
