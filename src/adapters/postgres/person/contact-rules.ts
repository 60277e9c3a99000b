import { waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import { ContactRules } from '../../../ports/person/contact-rules.ts'
import type { Database } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { jobsOf } from './jobs-to-search.ts'

const lookAgainAtWaits = sqlFunction(
  'look_again_at_waits',
  'p_job',
  'p_after',
  'p_slices',
  'p_codes',
  'p_now',
)

/**
 * The number of slices that one statement locks to make their waiting recipients due. No runtime can take
 * these slices (up to 10,000 recipients) until it commits.
 */
const slicesAtOnce = 20

export class PostgresContactRules extends ContactRules {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async reviewWaits(organizationId: string): Promise<void> {
    for await (const { id, isUnfinishedJob } of jobsOf(this.#database, organizationId)) {
      for (let after: number | null = isUnfinishedJob ? 0 : null; after !== null; ) {
        const call = lookAgainAtWaits({
          p_job: id,
          p_after: after,
          p_slices: slicesAtOnce,
          p_codes: waitsForPolicy,
          p_now: this.#clock.now(),
        })
        const [part]: ReviewedWaits[] = await this.#database.write<ReviewedWaits>(...call)
        after = part?.look_again_at_waits ?? null
      }
    }
  }
}

interface ReviewedWaits {
  readonly look_again_at_waits: number | null
  readonly [name: string]: unknown
}
