import { type ContactPolicy, noContactPolicy, waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Clock } from '../../../ports/clock.ts'
import { ContactPolicies } from '../../../ports/person/contact-policies.ts'
import type { Database, Statement } from '../database.ts'
import { everyColumnOf, selected } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'
import { jobsOf } from './jobs-to-search.ts'

export const policyColumns = everyColumnOf<ContactPolicy>()(
  'daysBetweenSpinners',
  'messagesPerDay',
  'messagesPerWeek',
  'activePerDomain',
)

export const findPolicy: Statement = {
  name: 'find_contact_policy',
  text: `select ${selected(policyColumns)} from contact_policies where organization_id = $1`,
}

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

interface ReviewedWaits {
  readonly look_again_at_waits: number | null
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
    const [policy] = await this.#database.read<ContactPolicy>(findPolicy, [organizationId])
    return policy ?? noContactPolicy
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
