import type { EmailDomain } from '../../../domain/account/open-id/email-domain.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { type OrganizationSignIn, OrganizationSignIns } from '../../../ports/account/organization-sign-in.ts'
import type { Database, Statement } from '../database.ts'
import { emailDomains, isProviderHere, signInProviders } from './organization-sign-in-store.ts'

const providerOfDomain: Statement = {
  name: 'find_provider_of_domain',
  text: `
    select ${signInProviders.selected('p')}
      from email_domains e join sign_in_providers p on p.organization_id = e.organization_id
     where e.domain = $1 and e.proven_at is not null and ${isProviderHere}`,
}

const providerById: Statement = {
  name: 'find_provider_by_id',
  text: `select ${signInProviders.selected('p')} from sign_in_providers p where p.id = $1 and ${isProviderHere}`,
}

const takeUnchecked: Statement = {
  name: 'take_unchecked_email_domains',
  text: `
    update email_domains e set checked_at = $2
     where e.proven_at is not null and e.id = any(array(
       select p.id from email_domains p
        where p.proven_at is not null and p.checked_at < $1 and ${isProviderHere}
        order by p.checked_at limit $3 for update skip locked))
    returning ${emailDomains.selected('e')}`,
}

export class PostgresOrganizationSignIns extends OrganizationSignIns {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async of(organizationId: string): Promise<OrganizationSignIn> {
    const [domains, provider] = await Promise.all([
      emailDomains.within(this.#database).list({ organizationId }, 'domain'),
      signInProviders.within(this.#database).find({ organizationId }),
    ])
    return { domains, provider }
  }

  override async providerOf(domain: string): Promise<SignInProvider | null> {
    const [provider] = await this.#database.read<SignInProvider>(providerOfDomain, [domain])
    return provider ?? null
  }

  override async provider(id: string): Promise<SignInProvider | null> {
    const [provider] = await this.#database.read<SignInProvider>(providerById, [id])
    return provider ?? null
  }

  override async takeUnchecked(before: Date, now: Date, most: number): Promise<readonly EmailDomain[]> {
    return this.#database.write<EmailDomain>(takeUnchecked, [before, now, most])
  }
}
