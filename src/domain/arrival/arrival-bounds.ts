import { DomainError } from '../errors.ts'

/**
 * The limits of stored arrivals: the days that an arrival is kept, and the bytes of all stored arrivals of
 * one organization.
 */
export class ArrivalBounds {
  readonly days: number
  readonly maxBytes: number

  constructor(days: number, maxBytes: number) {
    this.days = days
    this.maxBytes = maxBytes
  }
}

/**
 * The bytes added to the size of each stored arrival for the organization's limit, so that many small arrivals
 * reach the limit too.
 */
export const rowBytes = 1_024

/**
 * The seconds after which a source may retry a delivery that was refused for lack of space. They are long, so
 * that retries are rare while the space is full.
 */
const fullForSeconds = 60

export function tooManyHeldArrivals(): DomainError {
  return new DomainError('OVERLOADED', {
    message:
      'The space for held arrivals of this organization is full; nothing was written. Admit or discard held arrivals, then send the request again',
    retryAfter: fullForSeconds,
  })
}

/**
 * The storage of an organization's arrivals, in bytes: used by held arrivals, used by all other arrivals, and
 * the limit for both together.
 */
export interface ArrivalSpace {
  readonly heldBytes: number
  readonly otherBytes: number
  readonly limitBytes: number
}

export const spaceLevels = ['plenty', 'low', 'full'] as const
export type SpaceLevel = (typeof spaceLevels)[number]

const lowFrom = 0.8
/**
 * The free bytes for arrivals below which the space counts as full. A body of the usual size does not fit
 * into less.
 */
const minBytes = 4 * rowBytes

/**
 * Returns how much space held arrivals leave for new arrivals. Arrivals in other states do not count, because
 * they are deleted to make room.
 */
export function spaceLevelOf({ heldBytes, limitBytes }: ArrivalSpace): SpaceLevel {
  if (heldBytes + minBytes > limitBytes) return 'full'
  return heldBytes >= limitBytes * lowFrom ? 'low' : 'plenty'
}
