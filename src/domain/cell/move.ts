import { DomainError } from '../errors.ts'

/**
 * The move of an organization to another cell (a complete deployment behind the same proxy), in progress or
 * finished.
 */
export interface Move {
  readonly hasGone: boolean
  /** The id of the cell (deployment) to which the organization moves or has moved. */
  readonly cell: string
  /**
   * The URL of the cell to which the organization moves, for clients without a proxy; null if it is not
   * known.
   */
  readonly url: string | null
}

/** Returns the error that callers of an organization get which moves or has moved. */
export function moveError({ hasGone, cell, url }: Move): DomainError {
  if (!hasGone) return new DomainError('ORGANIZATION_MOVING', { retryAfter: 2 })
  return new DomainError('ORGANIZATION_MOVED', url === null ? { cell } : { cell, url })
}
