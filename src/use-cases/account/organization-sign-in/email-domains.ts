import type { Actor } from '../../../domain/account/audit/actor.ts'
import {
  afterCheck,
  checkedDomain,
  domainOf,
  type EmailDomain,
  maxEmailDomains,
  proofRecord,
} from '../../../domain/account/open-id/email-domain.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { normalizedEmail } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { DomainRecords } from '../../../ports/sender/domain-records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { assertConfirmed } from '../confirmation/assert-confirmed.ts'
import { lockedActor } from '../team/locked-member.ts'
import { saveChecked } from './save-checked.ts'

interface EmailDomainCommand {
  readonly signedIn: SignedIn
  readonly by: Actor
}

/** Adds, checks and removes the e-mail domains of an organization. */
export class EmailDomains {
  readonly #unitOfWork: UnitOfWork
  readonly #records: DomainRecords
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, records: DomainRecords, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#records = records
    this.#clock = clock
    this.#ids = ids
  }

  async add({ signedIn, by, domain: typed }: EmailDomainCommand & { domain: string }): Promise<EmailDomain> {
    const address = normalizedEmail(`a@${typed.trim().replace(/^@/, '')}`)
    const domain = checkedDomain(address === null ? null : domainOf(address))
    return this.#unitOfWork.run(async (tx) => {
      const { organizationId } = await lockedActor(tx, signedIn)
      await assertConfirmed(tx, organizationId, sentence('add e-mail domains'))
      if ((await tx.organizationSignIn.domainsOf(organizationId)).length >= maxEmailDomains)
        throw new DomainError('CONFLICT', {
          message: sentence('An organization can have {maxEmailDomains} domains; remove one first', {
            maxEmailDomains,
          }),
        })
      const never = { provenAt: null, checkedAt: null, missingSince: null }
      const added = { id: this.#ids.next(), organizationId, domain, createdAt: this.#clock.now(), ...never }
      await tx.organizationSignIn.addDomain(added)
      const subject = { kind: 'emailDomain', id: added.id, name: domain } as const
      await tx.audit.add({ action: 'emailDomain.added', organizationId, by, subject })
      return added
    })
  }

  /** Asks DNS for the record of a domain, and returns the domain after it. Throws OVERLOADED if DNS does not answer. */
  async check({ signedIn, by, domainId }: EmailDomainCommand & { domainId: string }): Promise<EmailDomain> {
    const { organizationId } = signedIn.user
    const found = await this.#unitOfWork.run((tx) =>
      tx.organizationSignIn.lockDomain(organizationId, domainId),
    )
    if (found === null) throw noSuchDomain()
    const texts = await this.#records.texts(proofRecord(found).name, true)
    if (texts === null)
      throw new DomainError('OVERLOADED', { message: 'DNS does not answer for this domain; try again later' })
    return this.#unitOfWork.run(async (tx) => {
      const domain = await tx.organizationSignIn.lockDomain(organizationId, domainId)
      if (domain === null) throw noSuchDomain()
      return saveChecked(tx, { before: domain, after: afterCheck(domain, texts, this.#clock.now()), by })
    })
  }

  /** Removes a domain. The last proven one stays while members must sign in through the provider. */
  async remove({ signedIn, by, domainId }: EmailDomainCommand & { domainId: string }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { organizationId } = await lockedActor(tx, signedIn)
      const domain = await tx.organizationSignIn.lockDomain(organizationId, domainId)
      if (domain === null) throw noSuchDomain()
      const proven = (await tx.organizationSignIn.domainsOf(organizationId)).filter(
        ({ provenAt }) => provenAt !== null,
      )
      const isRequired = ((await tx.organizationSignIn.provider(organizationId))?.requiredAt ?? null) !== null
      if (isRequired && proven.length === 1 && proven[0]?.id === domainId)
        throw new DomainError('CONFLICT', {
          message:
            'Members must sign in through the provider, which needs this domain. First make the sign-in through the provider optional',
        })
      await tx.organizationSignIn.removeDomain(domainId)
      const subject = { kind: 'emailDomain', id: domainId, name: domain.domain } as const
      await tx.audit.add({ action: 'emailDomain.removed', organizationId, by, subject })
    })
  }
}

function noSuchDomain(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'The organization has no domain with this id' })
}
