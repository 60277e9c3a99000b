import { AttemptsExhausted } from '../../domain/account/sessions/attempts-exhausted.ts'
import type { AttemptCounter, Throttled } from '../../domain/account/sessions/throttle.ts'

/** The account that an attempt names, and the network address that it comes from. */
export interface Attempter {
  readonly account: string
  readonly address: string | null
}

/**
 * Counts attempts, such as sign-ins, across all processes. Throws AttemptsExhausted with the seconds to wait.
 */
export abstract class Throttle {
  abstract attempt(what: Throttled, by: AttemptCounter, who: string): Promise<void>
  /**
   * Deletes the counted attempts that led to a success. If the database is unreachable, they count until they
   * expire, and the success stands.
   */
  abstract forgive(what: Throttled, by: AttemptCounter, who: string): Promise<void>

  /**
   * Counts an attempt that names an account. Refused attempts from one network address use up nothing of the
   * account's own limit.
   */
  async attemptOn(what: Throttled, { account, address }: Attempter): Promise<void> {
    try {
      await this.attempt(what, 'perAccountAndAddress', pairOf(account, address))
      await this.attempt(what, 'perAccount', account)
    } catch (error) {
      throw error instanceof AttemptsExhausted ? error.naming(account) : error
    }
  }

  async forgiveOn(what: Throttled, { account, address }: Attempter): Promise<void> {
    await this.forgive(what, 'perAccountAndAddress', pairOf(account, address))
    await this.forgive(what, 'perAccount', account)
  }
}

function pairOf(account: string, address: string | null): string {
  return `${address ?? 'operator'} ${account}`
}
