import { type ContactPolicy, noContactPolicy, samePolicy } from '../../../domain/person/contact-policy.ts'
import type { ContactPolicyStore } from '../../../ports/person/contact-policies.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { findPolicy, policyColumns } from './contact-policies.ts'

const put: Statement = {
  name: 'put_contact_policy',
  text: `
    insert into contact_policies
      (organization_id, days_between_spinners, messages_per_day, messages_per_week, active_per_domain)
    values ($1, $2, $3, $4, $5)
    on conflict (organization_id) do update
       set days_between_spinners = excluded.days_between_spinners, messages_per_day = excluded.messages_per_day,
           messages_per_week = excluded.messages_per_week, active_per_domain = excluded.active_per_domain`,
}

// Deletes a contact policy that no longer has limits. While a row exists, every message of the organization
// is checked against it before it is sent.
const remove: Statement = {
  name: 'remove_contact_policy',
  text: 'delete from contact_policies where organization_id = $1',
}

export class PostgresContactPolicyStore implements ContactPolicyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(organizationId: string): Promise<ContactPolicy> {
    const [policy] = await execute<ContactPolicy>(this.#tx.connection, findPolicy, [organizationId])
    return policy ?? noContactPolicy
  }

  async set(organizationId: string, policy: ContactPolicy): Promise<void> {
    const { connection } = this.#tx
    if (samePolicy(policy, noContactPolicy)) await execute(connection, remove, [organizationId])
    else await execute(connection, put, [organizationId, ...policyColumns.map((name) => policy[name])])
  }
}
