import type { EmailDomain } from '../../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  type OrganizationSignIn,
  OrganizationSignInStore,
} from '../../../ports/account/organization-sign-in.ts'
import { isHere } from '../cell/is-here.ts'
import type { Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { type Executor, entity } from '../rows.ts'

const emailDomains = entity(
  'email_domains',
  'id',
  'organizationId',
  'domain',
  'createdAt',
  'provenAt',
  'checkedAt',
  'missingSince',
)

const signInProviders = entity(
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

const find: Statement = {
  name: 'find_provider_of_organization',
  text: `
    select ${signInProviders.selected('p')} from sign_in_providers p
     where p.organization_id = $1 and ${isHere('p.organization_id')}`,
}

const members = entity('member_identities', 'organizationId', 'subject', 'userId', 'createdAt')

const removedMembers = entity('removed_members', 'organizationId', 'email', 'removedAt', 'subject')

const providerOfDomain: Statement = {
  name: 'find_provider_of_domain',
  text: `
    select ${signInProviders.selected('p')}
      from email_domains e join sign_in_providers p on p.organization_id = e.organization_id
     where e.domain = $1 and e.proven_at is not null and ${isHere('p.organization_id')}`,
}

const findProvider: Statement = {
  name: 'find_provider_by_id',
  text: `select ${signInProviders.selected('p')} from sign_in_providers p where p.id = $1 and ${isHere('p.organization_id')}`,
}

const takeUnchecked: Statement = {
  name: 'take_unchecked_email_domains',
  text: `
    update email_domains e set checked_at = $2
     where e.proven_at is not null and e.id = any(array(
       select p.id from email_domains p
        where p.proven_at is not null and p.checked_at < $1 and ${isHere('p.organization_id')}
        order by p.checked_at limit $3 for update skip locked))
    returning ${emailDomains.selected('e')}`,
}

export class PostgresOrganizationSignInStore extends OrganizationSignInStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async of(organizationId: string): Promise<OrganizationSignIn> {
    const [domains, provider] = await Promise.all([
      emailDomains.within(this.#executor).list({ organizationId }, 'domain'),
      signInProviders.within(this.#executor).find({ organizationId }),
    ])
    return { domains, provider }
  }

  override async providerOf(domain: string): Promise<SignInProvider | null> {
    const [provider] = await this.#executor.read<SignInProvider>(providerOfDomain, [domain])
    return provider ?? null
  }

  override async providerById(id: string): Promise<SignInProvider | null> {
    const [provider] = await this.#executor.read<SignInProvider>(findProvider, [id])
    return provider ?? null
  }

  override async takeUnchecked(before: Date, now: Date, most: number): Promise<readonly EmailDomain[]> {
    return this.#executor.write<EmailDomain>(takeUnchecked, [before, now, most])
  }

  override addDomain(domain: EmailDomain): Promise<void> {
    return orConflict('The organization has added this domain already', () =>
      emailDomains.within(this.#executor).add(domain),
    )
  }

  override domainsOf(organizationId: string): Promise<readonly EmailDomain[]> {
    return emailDomains.within(this.#executor).list({ organizationId }, 'domain')
  }

  override lockDomain(organizationId: string, id: string): Promise<EmailDomain | null> {
    return emailDomains.within(this.#executor).lock({ organizationId, id })
  }

  override saveDomain(domain: EmailDomain): Promise<void> {
    return orConflict('Another organization has proven this domain', () =>
      emailDomains.within(this.#executor).put(domain),
    )
  }

  override async removeDomain(id: string): Promise<void> {
    await emailDomains.within(this.#executor).remove({ id })
  }

  override async provider(organizationId: string): Promise<SignInProvider | null> {
    const [provider] = await this.#executor.read<SignInProvider>(find, [organizationId])
    return provider ?? null
  }

  override saveProvider(provider: SignInProvider): Promise<void> {
    return signInProviders.within(this.#executor).put(provider)
  }

  override async removeProvider(organizationId: string): Promise<void> {
    await this.forgetSubjects(organizationId)
    await signInProviders.within(this.#executor).remove({ organizationId })
  }

  override async memberBy(organizationId: string, subject: string): Promise<string | null> {
    const member = await members.within(this.#executor).find({ organizationId, subject })
    return member?.userId ?? null
  }

  override linkMember(
    organizationId: string,
    subject: string,
    userId: string,
    createdAt: Date,
  ): Promise<void> {
    return orConflict('The provider has identified this member as another person before', () =>
      members.within(this.#executor).add({ organizationId, subject, userId, createdAt }),
    )
  }

  override async forgetSubjects(organizationId: string): Promise<void> {
    await members.within(this.#executor).remove({ organizationId })
    await removedMembers.within(this.#executor).patch({ organizationId }, { subject: null })
  }

  override async noteRemoved({ id, organizationId, email }: Removed<'noteRemoved'>, at: Date): Promise<void> {
    const identity = await members.within(this.#executor).find({ organizationId, userId: id })
    const subject = identity?.subject ?? null
    await removedMembers.within(this.#executor).put({ organizationId, email, removedAt: at, subject })
  }

  override async noteFormer({ organizationId, email }: Removed<'noteFormer'>, at: Date): Promise<void> {
    await removedMembers.within(this.#executor).put({ organizationId, email, removedAt: at, subject: null })
  }

  override async wasRemoved(organizationId: string, { email, subject }: RemovedIdentity): Promise<boolean> {
    const removed = removedMembers.within(this.#executor)
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
