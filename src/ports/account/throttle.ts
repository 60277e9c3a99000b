import { AttemptsExhausted } from '../../domain/account/sessions/attempts-exhausted.ts'
import type { CountedBy, Throttled } from '../../domain/account/sessions/throttle.ts'

/** Whose account is named, and from where. */
export interface Attempter {
  readonly account: string
  readonly address: string | null
}

/** Counts attempts across all processes. Throws AttemptsExhausted with the seconds to wait. */
export abstract class Throttle {
  abstract attempt(what: Throttled, by: CountedBy, who: string): Promise<void>
  /**
   * Forgets the attempts that led to a success. If they cannot be forgotten because the database is away, they count
   * until their time is over, and the success stands.
   */
  abstract forgive(what: Throttled, by: CountedBy, who: string): Promise<void>

  /** One that names an account. An address that is refused takes nothing more of what the account has left. */
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
