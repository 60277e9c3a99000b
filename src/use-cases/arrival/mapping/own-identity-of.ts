import { domainOf } from '../../../domain/account/open-id/email-domain.ts'
import type { OwnIdentity } from '../../../domain/arrival/proposal/lead/own-identity.ts'
import { freeMailDomains } from '../../../domain/company-domain.ts'
import { normalizedEmail } from '../../../domain/email-address.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** The number of senders whose addresses are read. Organizations with more use few domains for them. */
const maxSenders = 200

/** Reads the addresses that belong to an organization itself, which no mapping takes for those of a lead. */
export class OwnIdentityOf {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  /**
   * Returns the addresses of members, invited people and senders, the proven domains, the domains from which senders
   * send, and the organization's name.
   */
  async read(organizationId: string): Promise<OwnIdentity> {
    const [members, invitations, organization, signIn, senders] = await this.#unitOfWork.run((tx) =>
      Promise.all([
        tx.accounts.membersOf(organizationId),
        tx.accountLinks.invitations(organizationId),
        tx.organizations.find(organizationId),
        tx.organizationSignIn.of(organizationId),
        tx.senders.list(organizationId, { limit: maxSenders, after: null }),
      ]),
    )
    const sending = senders.items.flatMap(({ email, replyTo }) => [
      email,
      ...(replyTo === null ? [] : [replyTo]),
    ])
    const addresses = [...members, ...invitations].map(({ email }) => email)
    const normalized = (all: readonly string[]) => all.flatMap((one) => normalizedEmail(one) ?? [])
    const proven = signIn.domains.filter(({ provenAt }) => provenAt !== null).map(({ domain }) => domain)
    const domains = [...proven, ...normalized(sending).map(domainOf)]
    return {
      emails: new Set(normalized([...addresses, ...sending])),
      domains: new Set(domains.filter((domain) => !freeMailDomains.has(domain))),
      names: new Set(organization === null ? [] : [organization.name.trim().toLowerCase()]),
    }
  }
}
