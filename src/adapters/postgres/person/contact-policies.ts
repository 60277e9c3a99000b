import { type ContactPolicy, noContactPolicy, waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import { ContactPolicies } from '../../../ports/person/contact-rules.ts'
import type { Database } from '../database.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { jobsOf } from './jobs-to-search.ts'

export const contactPolicies = entity(
  'contact_policies',
  'organizationId',
  'daysBetweenSpinners',
  'messagesPerDay',
  'messagesPerWeek',
  'activePerDomain',
)

export function policyIn(row: Selected<typeof contactPolicies> | null): ContactPolicy {
  if (row === null) return noContactPolicy
  const { organizationId: _organizationId, ...policy } = row
  return policy
}

const lookAgainAtWaits = sqlFunction('make_waits_due', 'p_job', 'p_after', 'p_slices', 'p_codes', 'p_now')

/**
 * The number of slices that one statement locks to make their waiting recipients due. No runtime can take
 * these slices (up to 10,000 recipients) until it commits.
 */
const slicesAtOnce = 20

interface ReviewedWaits {
  readonly make_waits_due: number | null
  readonly [name: string]: unknown
}

export class PostgresContactPolicies extends ContactPolicies {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async of(organizationId: string): Promise<ContactPolicy> {
    return policyIn(await contactPolicies.committed(this.#database).find({ organizationId }))
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
        after = part?.make_waits_due ?? null
      }
    }
  }
}
