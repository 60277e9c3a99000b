import { AttemptsExhausted } from '../../domain/account/sessions/attempts-exhausted.ts'
import type { AttemptCounter, Throttled } from '../../domain/account/sessions/throttle.ts'

/** The account that an attempt names, and the network address that it comes from. */
export interface Attempter {
  readonly account: string
  readonly address: string | null
  /**
   * Whether the person is signed in. Attempts of signed-in people have a count of their own, so that a stranger who
   * attempts to sign in to the account cannot use up the person's limit. The count is one for all sessions and
   * organizations of the account, so that a new session is no new limit.
   */
  readonly isSignedIn?: boolean
  /** Whether the limit of the account does not apply; the limit of the account and address together always does. */
  readonly isExempt?: boolean
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
  async attemptOn(what: Throttled, attempter: Attempter): Promise<void> {
    const { account, address, isExempt } = attempter
    const who = countedAs(attempter)
    try {
      await this.attempt(what, 'perAccountAndAddress', pairOf(who, address))
      if (!isExempt) await this.attempt(what, 'perAccount', who)
    } catch (error) {
      throw error instanceof AttemptsExhausted ? error.naming(account) : error
    }
  }

  async forgiveOn(what: Throttled, attempter: Attempter): Promise<void> {
    const { address, isExempt } = attempter
    const who = countedAs(attempter)
    await this.forgive(what, 'perAccountAndAddress', pairOf(who, address))
    if (!isExempt) await this.forgive(what, 'perAccount', who)
  }
}

/** Returns the name by which the attempts of a person are counted. */
function countedAs({ account, isSignedIn = false }: Attempter): string {
  return isSignedIn ? `signed-in ${account}` : account
}

function pairOf(account: string, address: string | null): string {
  return `${address ?? 'operator'} ${account}`
}
