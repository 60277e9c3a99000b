import { type ContactPolicy, noContactPolicy } from '../../../domain/person/contact-policy.ts'
import { ContactPolicies } from '../../../ports/person/contact-rules.ts'
import type { Database } from '../database.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

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

export class PostgresContactPolicies extends ContactPolicies {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async of(organizationId: string): Promise<ContactPolicy> {
    return policyIn(await contactPolicies.within(this.#database).find({ organizationId }))
  }
}
