import { type ContactPolicy, noContactPolicy, samePolicy } from '../../../domain/person/contact-policy.ts'
import type { ContactPolicyStore } from '../../../ports/person/contact-rules.ts'
import type { OpenTransaction } from '../rows.ts'
import { contactPolicies, policyIn } from './contact-policies.ts'

export class PostgresContactPolicyStore implements ContactPolicyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(organizationId: string): Promise<ContactPolicy> {
    return policyIn(await contactPolicies.within(this.#tx).find({ organizationId }))
  }

  async set(organizationId: string, policy: ContactPolicy): Promise<void> {
    const policies = contactPolicies.within(this.#tx)
    // Deletes a contact policy that no longer has limits. While a row exists, every message of the organization
    // is checked against it before it is sent.
    if (samePolicy(policy, noContactPolicy)) await policies.remove({ organizationId })
    else await policies.put({ organizationId, ...policy })
  }
}
