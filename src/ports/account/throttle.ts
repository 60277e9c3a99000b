import { AttemptsExhausted } from '../../domain/account/sessions/attempts-exhausted.ts'
import type { AttemptCounter, Throttled } from '../../domain/account/sessions/throttle.ts'

/** The account that an attempt names, and the network address that it comes from. */
export interface Attempter {
  readonly account: string
  readonly address: string | null
}

/**
 * Counts attempts that are limited, such as sign-ins, across all processes. Throws AttemptsExhausted with the
 * seconds until the next attempt is allowed.
 */
export abstract class Throttle {
  abstract attempt(what: Throttled, by: AttemptCounter, who: string): Promise<void>
  /**
   * Removes attempts from the counter after a success. If the database is unreachable, the success still
   * counts, and the attempts stay counted until they expire.
   */
  abstract forgive(what: Throttled, by: AttemptCounter, who: string): Promise<void>

  /**
   * Counts an attempt that names an account. Attempts that are refused because of their network address do
   * not count against the account's limit.
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
