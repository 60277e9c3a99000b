import type { EmailDomain } from '../../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { OrganizationSignInStore } from '../../../ports/account/organization-sign-in.ts'
import { execute, type Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const emailDomains = entity(
  'email_domains',
  'id',
  'organizationId',
  'domain',
  'createdAt',
  'provenAt',
  'checkedAt',
  'missingSince',
)

export const signInProviders = entity(
  'sign_in_providers',
  'organizationId',
  'id',
  'issuer',
  'clientId',
  'encryptedSecret',
  'defaultRole',
  'admitsNew',
  'requiredAt',
  'createdAt',
)

/** An SQL condition that leaves out providers `p` of an organization that has moved to another cell, or is moving. */
export const isProviderHere = `
  not exists (select from departures d
               where d.organization_id = p.organization_id and d.state in ('closed', 'switching', 'departed'))`

const find: Statement = {
  name: 'find_provider_of_organization',
  text: `
    select ${signInProviders.selected('p')} from sign_in_providers p
     where p.organization_id = $1 and ${isProviderHere}`,
}

const members = entity('member_identities', 'organizationId', 'subject', 'userId', 'createdAt')
const removedMembers = entity('removed_members', 'organizationId', 'email', 'removedAt', 'subject')

export class PostgresOrganizationSignInStore implements OrganizationSignInStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  addDomain(domain: EmailDomain): Promise<void> {
    return orConflict('The organization has added this domain already', () =>
      emailDomains.within(this.#tx).add(domain),
    )
  }

  domainsOf(organizationId: string): Promise<readonly EmailDomain[]> {
    return emailDomains.within(this.#tx).list({ organizationId }, 'domain')
  }

  lockDomain(organizationId: string, id: string): Promise<EmailDomain | null> {
    return emailDomains.within(this.#tx).lock({ organizationId, id })
  }

  saveDomain(domain: EmailDomain): Promise<void> {
    return orConflict('Another organization has proven this domain', () =>
      emailDomains.within(this.#tx).put(domain),
    )
  }

  async removeDomain(id: string): Promise<void> {
    await emailDomains.within(this.#tx).remove({ id })
  }

  async provider(organizationId: string): Promise<SignInProvider | null> {
    const [provider] = await execute<SignInProvider>(this.#tx.connection, find, [organizationId])
    return provider ?? null
  }

  saveProvider(provider: SignInProvider): Promise<void> {
    return signInProviders.within(this.#tx).put(provider)
  }

  async removeProvider(organizationId: string): Promise<void> {
    await this.forgetSubjects(organizationId)
    await signInProviders.within(this.#tx).remove({ organizationId })
  }

  async memberBy(organizationId: string, subject: string): Promise<string | null> {
    const member = await members.within(this.#tx).find({ organizationId, subject })
    return member?.userId ?? null
  }

  linkMember(organizationId: string, subject: string, userId: string, createdAt: Date): Promise<void> {
    return orConflict('The provider has identified this member as another person before', () =>
      members.within(this.#tx).add({ organizationId, subject, userId, createdAt }),
    )
  }

  async forgetSubjects(organizationId: string): Promise<void> {
    await members.within(this.#tx).remove({ organizationId })
    await removedMembers.within(this.#tx).patch({ organizationId }, { subject: null })
  }

  async noteRemoved({ id, organizationId, email }: Removed<'noteRemoved'>, at: Date): Promise<void> {
    const identity = await members.within(this.#tx).find({ organizationId, userId: id })
    const subject = identity?.subject ?? null
    await removedMembers.within(this.#tx).put({ organizationId, email, removedAt: at, subject })
  }

  async noteFormer({ organizationId, email }: Removed<'noteFormer'>, at: Date): Promise<void> {
    await removedMembers.within(this.#tx).put({ organizationId, email, removedAt: at, subject: null })
  }

  async wasRemoved(organizationId: string, { email, subject }: RemovedIdentity): Promise<boolean> {
    const removed = removedMembers.within(this.#tx)
    if ((await removed.find({ organizationId, email })) !== null) return true
    return (await removed.list({ organizationId, subject })).length > 0
  }
}

type Removed<Method extends 'noteRemoved' | 'noteFormer'> = Parameters<OrganizationSignInStore[Method]>[0]
type RemovedIdentity = Parameters<OrganizationSignInStore['wasRemoved']>[1]

/** Throws CONFLICT with a message if the work breaks a unique constraint. */
async function orConflict(message: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? new DomainError('CONFLICT', { message }) : error
  }
}
