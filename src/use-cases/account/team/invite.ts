import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { Role } from '../../../domain/account/role.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface InviteCommand {
  readonly email: string
  /** The organization that the person joins; null for an invitation to create one. */
  readonly organizationId: string | null
  /** The role that the person gets in the organization; absent for `editor`. */
  readonly role?: Role
  readonly by: Actor
}

/**
 * Creates a link with which an address can sign up once within seven days. The operator passes the link on.
 */
export class Invite {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #urls: PublicUrls
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, urls: PublicUrls, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#urls = urls
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ email: typed, organizationId, role = 'editor', by }: InviteCommand): Promise<string> {
    const email = emailOf(typed)
    const { secret, digest } = this.#secrets.linkToken('invitation')
    await this.#unitOfWork.run(async (tx) => {
      if (organizationId !== null) {
        const organization = isId(organizationId) ? await tx.organizations.lock(organizationId) : null
        if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      }
      const kept = newAccountLink({ digest, purpose: 'invitation', email }, this.#clock.now())
      const { createdAt, expiresAt } = kept
      const asked = { id: this.#ids.next(), email, role, invitedBy: null, digest, createdAt, expiresAt }
      if (organizationId === null) await tx.accountLinks.add(kept)
      else await tx.accountLinks.invite({ ...asked, organizationId })
      await tx.audit.add({
        action: organizationId === null ? 'account.invited' : 'member.invited',
        organizationId,
        by,
        subject: accountSubject(email),
        after: { ...(organizationId === null ? {} : { role }), expiresAt: expiresAt.toISOString() },
      })
    })
    return organizationId === null ? this.#urls.signUp(secret) : this.#urls.join(secret)
  }
}
