import { type ContactPolicy, noContactPolicy, samePolicy } from '../../../domain/contact/contact-policy.ts'
import {
  domainEntry,
  type KnownSuppression,
  type Suppression,
  type SuppressionEvent,
} from '../../../domain/contact/suppression.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import {
  type AddedSuppression,
  ContactRuleStore,
  type DigestedAddress,
  type PersonDigests,
} from '../../../ports/contact/contact-rules.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { addSuppression, storedSuppressions } from './add-suppression.ts'

const contactPolicies = entity(
  'contact_policies',
  'organizationId',
  'daysBetweenSpinners',
  'messagesPerDay',
  'messagesPerWeek',
  'activePerDomain',
)

function policyIn(row: Selected<typeof contactPolicies> | null): ContactPolicy {
  if (row === null) return noContactPolicy
  const { organizationId: _organizationId, ...policy } = row
  return policy
}

const remove: Statement = {
  name: 'remove_suppression',
  text: `
    with gone as (
      delete from suppressions where organization_id = $1 and id = $2 returning *
    ), noted as (
      insert into suppression_events (organization_id, email, at, kind)
      select organization_id, email, $3, 'lifted' from gone
      on conflict do nothing
    )
    select ${storedSuppressions.selected()} from gone`,
}

// Replaces a suppressed address by its digest in one statement. A message that is about to be sent therefore
// always finds either the address or the digest, and is not sent.
const digestAddress: Statement = {
  name: 'digest_suppression',
  text: `
    with known as (
      delete from suppressions where organization_id = $1 and email = $2 returning reason, created_at
    ), kept as (
      insert into digested_suppressions (organization_id, digest, reason, created_at)
      select $1, $3, reason, created_at from known
      on conflict do nothing
    ), forgotten as (
      delete from suppression_events where organization_id = $1 and email = $2
    )
    select 1 from known`,
}

const searched: Statement = {
  name: 'search_suppressions',
  text: `
    select ${storedSuppressions.selected()} from suppressions
     where organization_id = $1 and ($2::uuid is null or id < $2)
       and (position($4 in email) > 0 or position($4 in lower(note)) > 0)
     order by id desc limit $3`,
}

const digestedSuppressions = entity('digested_suppressions', 'reason', 'createdAt')

type SuppressionRow = Selected<typeof storedSuppressions>

const event = fieldsOf('suppression_events', 'kind', 'at')

const events: Statement = {
  name: 'suppression_events',
  text: `
    select ${event.selected()} from suppression_events
     where organization_id = $1 and email = $2 order by at desc, kind desc limit $3`,
}

export class PostgresContactRuleStore extends ContactRuleStore {
  readonly #executor: Executor
  readonly #digests: PersonDigests

  constructor(executor: Executor, digests: PersonDigests) {
    super()
    this.#executor = executor
    this.#digests = digests
  }

  override async policyOf(organizationId: string): Promise<ContactPolicy> {
    return policyIn(await contactPolicies.within(this.#executor).find({ organizationId }))
  }

  override async setPolicy(organizationId: string, policy: ContactPolicy): Promise<void> {
    const policies = contactPolicies.within(this.#executor)
    // Deletes a contact policy that no longer has limits. While a row exists, every message of the organization
    // is checked against it before it is sent.
    if (samePolicy(policy, noContactPolicy)) await policies.remove({ organizationId })
    else await policies.put({ organizationId, ...policy })
  }

  override async suppressionOf(organizationId: string, email: string): Promise<KnownSuppression | null> {
    const entry = await storedSuppressions.within(this.#executor).find({ organizationId, email })
    if (entry !== null) return { id: entry.id, reason: entry.reason, createdAt: entry.createdAt }
    const ofDomain = await storedSuppressions
      .within(this.#executor)
      .find({ organizationId, email: domainEntry(email) })
    if (ofDomain !== null) return { id: null, reason: ofDomain.reason, createdAt: ofDomain.createdAt }
    const digest = await this.#digests.known(organizationId, email)
    if (digest === null) return null
    const suppression = await digestedSuppressions.within(this.#executor).find({ organizationId, digest })
    return suppression && { id: null, ...suppression }
  }

  override suppressionEvents(
    organizationId: string,
    email: string,
    most: number,
  ): Promise<readonly SuppressionEvent[]> {
    return this.#executor.read<Selected<typeof event>>(events, [organizationId, email, most])
  }

  override async suppressions(
    organizationId: string,
    page: Page,
    search: string | null = null,
  ): Promise<PageOf<Suppression>> {
    if (search === null) return storedSuppressions.within(this.#executor).newest({ organizationId }, page)
    const values = [organizationId, idAfter(page), page.limit + 1, search]
    return pageOf(await this.#executor.read<SuppressionRow>(searched, values), page, ({ id }) => id)
  }

  override addSuppression(suppression: Suppression): Promise<AddedSuppression> {
    return this.#executor.onConnection((connection) => addSuppression(connection, suppression))
  }

  override async removeSuppression(
    organizationId: string,
    id: string,
    at: Date,
  ): Promise<Suppression | null> {
    const [entry] = await this.#executor.write<SuppressionRow>(remove, [organizationId, id, at])
    return entry ?? null
  }

  override async digest({ organizationId, email, digest: text }: DigestedAddress): Promise<boolean> {
    return (await this.#executor.write(digestAddress, [organizationId, email, text])).length > 0
  }

  override digested(
    organizationId: string,
    text: string,
  ): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null> {
    return digestedSuppressions.within(this.#executor).find({ organizationId, digest: text })
  }

  override async removeDigest(organizationId: string, text: string): Promise<void> {
    await digestedSuppressions.within(this.#executor).remove({ organizationId, digest: text })
  }
}
