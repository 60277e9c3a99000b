import { DomainError } from '../../errors.ts'
import type { CountedBy, Throttled } from './throttle.ts'

interface Exhausted {
  readonly attempts: Throttled
  readonly countedBy: CountedBy
  readonly retryAfter: number
  readonly isFirst: boolean
}

/** No more attempts of a kind for a while. */
export class AttemptsExhausted extends DomainError {
  readonly attempts: Throttled
  readonly countedBy: CountedBy
  /** Of those refused in a while, the first alone is worth a note: the others may come a thousand times a second. */
  readonly isFirst: boolean
  /** The account that was named, where one was. */
  account: string | null = null

  constructor({ attempts, countedBy, retryAfter, isFirst }: Exhausted) {
    super('RATE_LIMITED', { message: `Too many attempts; try again in ${retryAfter} seconds`, retryAfter })
    this.attempts = attempts
    this.countedBy = countedBy
    this.isFirst = isFirst
  }

  naming(account: string): this {
    this.account = account
    return this
  }
}
