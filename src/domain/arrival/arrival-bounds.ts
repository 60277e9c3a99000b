import { DomainError } from '../errors.ts'
import type { KeptArrival } from './arrival.ts'

/** For how long arrivals are kept, and how much of one organization. */
export class ArrivalBounds {
  readonly days: number
  readonly mostBytes: number

  constructor(days: number, mostBytes: number) {
    this.days = days
    this.mostBytes = mostBytes
  }
}

/** What a row takes beside its body, so that very many very small ones are bounded too. */
export const rowBytes = 1_024

export function sizeOf({ body }: Pick<KeptArrival, 'body'>, bodyBytes = body?.bytes.length ?? 0): number {
  return rowBytes + bodyBytes
}

/** Long enough that whoever repeats does not come in vain each second. */
const fullForSeconds = 60

export function holdIsFull(): DomainError {
  return new DomainError('OVERLOADED', {
    message:
      'What this organization holds leaves no room for more; nothing was written. Admit what is held, or send this again later',
    retryAfter: fullForSeconds,
  })
}

/** The bytes that arrivals of an organization take: those that wait, the others, and the bound of both. */
export interface ArrivalRoom {
  readonly heldBytes: number
  readonly otherBytes: number
  readonly limitBytes: number
}

export const roomLevels = ['plenty', 'low', 'full'] as const
export type RoomLevel = (typeof roomLevels)[number]

const lowFrom = 0.8
/** A body of the usual size no longer fits into less than this. */
const leastBytes = 4 * rowBytes

/** Returns how much room held arrivals leave. Other arrivals do not count, because they give way. */
export function roomLevelOf({ heldBytes, limitBytes }: ArrivalRoom): RoomLevel {
  if (heldBytes + leastBytes > limitBytes) return 'full'
  return heldBytes >= limitBytes * lowFrom ? 'low' : 'plenty'
}
