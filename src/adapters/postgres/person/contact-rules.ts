import { type Verdict, waitsForPolicy } from '../../../domain/person/contact-policy.ts'
import type { Ids } from '../../../ports/ids.ts'
import { ContactRules, type Newcomer } from '../../../ports/person/contact-rules.ts'
import type { Database, Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { jobsOf } from './jobs-to-search.ts'

// A job that there is not yet has no recipient, and no record is one of its own: any will do.
const contactVerdict: Statement = {
  name: 'contact_verdict_on_newcomer',
  text: `
    select v.code, v.seconds, v.evidence
      from contact_verdict(
        p_at => clock_timestamp(), p_organization => $1, p_spinner => $2, p_root_job => $3, p_record => 0, p_step => $4,
        p_address => $5, p_once_per_person => $6, p_is_exclusive => $7,
        p_policy => (select p from contact_policies p where p.organization_id = $1)) v
     where v.code is not null`,
}

const lookAgainAtWaits = sqlFunction('look_again_at_waits', 'p_job', 'p_after', 'p_slices', 'p_codes')

/** Up to 10,000 recipients, whose slices no runtime can take until they are written. */
const slicesAtOnce = 20

export class PostgresContactRules extends ContactRules {
  readonly #database: Database
  readonly #ids: Ids

  constructor(database: Database, ids: Ids) {
    super()
    this.#database = database
    this.#ids = ids
  }

  override async verdictOn(
    organizationId: string,
    address: string,
    { spinnerId, step, contact, exclusive }: Newcomer,
  ): Promise<Verdict | null> {
    const isOncePerPerson = contact === 'oncePerPerson'
    const values = [organizationId, spinnerId, this.#ids.next(), step, address, isOncePerPerson, exclusive]
    const [verdict] = await this.#database.read<Verdict & Record<string, unknown>>(contactVerdict, values)
    return verdict ?? null
  }

  override async lookAgain(organizationId: string): Promise<void> {
    for await (const { id, goesOn } of jobsOf(this.#database, organizationId)) {
      for (let after: number | null = goesOn ? 0 : null; after !== null; ) {
        const call = lookAgainAtWaits({
          p_job: id,
          p_after: after,
          p_slices: slicesAtOnce,
          p_codes: waitsForPolicy,
        })
        const [part]: LookedAt[] = await this.#database.write<LookedAt>(...call)
        after = part?.look_again_at_waits ?? null
      }
    }
  }
}

interface LookedAt {
  readonly look_again_at_waits: number | null
  readonly [name: string]: unknown
}
