import { DomainError } from '../errors.ts'

/** An organization that goes to another cell, or is there. */
export interface Departure {
  readonly organizationId: string
  readonly hasGone: boolean
  /** What the other cell is called. */
  readonly cell: string
  /** Where it is reached, for whom no proxy leads there. */
  readonly url: string | null
}

/** What its callers are answered here. */
export function refusalOf({ organizationId, hasGone, cell, url }: Departure): DomainError {
  const refusal = hasGone
    ? new DomainError('ORGANIZATION_MOVED', url === null ? { cell } : { cell, url })
    : new DomainError('ORGANIZATION_MOVING', { retryAfter: 2 })
  return refusal.for(organizationId)
}
