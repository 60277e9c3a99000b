import { DomainError } from '../../errors.ts'
import type { AttemptCounter, Throttled } from './throttle.ts'

interface Exhausted {
  readonly attempts: Throttled
  readonly countedBy: AttemptCounter
  readonly retryAfter: number
  readonly isFirst: boolean
}

/** The error for a client that has made too many attempts of one kind, such as sign-ins, in a period. */
export class AttemptsExhausted extends DomainError {
  readonly attempts: Throttled
  readonly countedBy: AttemptCounter
  /**
   * Whether this is the first attempt in the present period that exceeds the limit. The audit log notes only
   * the first, because the others may arrive a thousand times a second.
   */
  readonly isFirst: boolean
  /** The account, such as an e-mail address, that the refused attempt named; null if it named none. */
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
