import type { Verdict } from '../../../domain/person/contact-policy.ts'
import type { Ids } from '../../../ports/ids.ts'
import { ContactRules, type Newcomer } from '../../../ports/person/contact-rules.ts'
import type { Database, Statement } from '../database.ts'

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
}
