import { type ContactPolicy, noContactPolicy } from '../../../domain/person/contact-policy.ts'
import { ContactPolicies } from '../../../ports/person/contact-policies.ts'
import type { Database, Statement } from '../database.ts'
import { everyColumnOf, selected } from '../rows.ts'

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

export class PostgresContactPolicies extends ContactPolicies {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async of(organizationId: string): Promise<ContactPolicy> {
    const [policy] = await this.#database.read<ContactPolicy>(findPolicy, [organizationId])
    return policy ?? noContactPolicy
  }
}
