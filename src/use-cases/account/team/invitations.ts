import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { InvitationView } from '../../../domain/account/invitation.ts'
import type { Role } from '../../../domain/account/role.ts'
import { assertStandsForAccount, type SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isId } from '../../../domain/id.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { refuseEndedInvitation } from './ended-invitation.ts'
import { noSuchInvitation } from './invite-member.ts'
import { joinByInvitation } from './join-by-invitation.ts'
import { assertMayManage, lockedActor } from './locked-member.ts'
import { refusedByOrganization } from './refused-by-organization.ts'
import { auditWithdrawnInvitation } from './withdrawn-invitation.ts'

/** The invitations to organizations: the operator's, and the end of each. */
export class Invitations {
  readonly #unitOfWork: UnitOfWork
  readonly #organizations: OrganizationStore
  readonly #secrets: Secrets
  readonly #urls: PublicUrls
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    organizations: OrganizationStore,
    secrets: Secrets,
    urls: PublicUrls,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#organizations = organizations
    this.#secrets = secrets
    this.#urls = urls
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Creates a link with which an address can sign up once within seven days. The operator passes the link on.
   */
  async create({
    email: typed,
    organizationId,
    role = 'editor',
    by,
  }: {
    readonly email: string
    /** The organization that the person joins; null for an invitation to create one. */
    readonly organizationId: string | null
    /** The role that the person gets in the organization; absent for `editor`. */
    readonly role?: Role
    readonly by: Actor
  }): Promise<string> {
    const email = emailOf(typed)
    const { secret, digest } = this.#secrets.linkToken('invitation')
    const organization = await this.#unitOfWork.run(async (tx) => {
      const joined =
        organizationId !== null && isId(organizationId) ? await tx.organizations.lock(organizationId) : null
      if (organizationId !== null && joined === null)
        throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const link = newAccountLink({ digest, purpose: 'invitation', email }, this.#clock.now())
      const { createdAt, expiresAt } = link
      const invitation = { id: this.#ids.next(), email, role, invitedBy: null, digest, createdAt, expiresAt }
      if (organizationId === null) await tx.accountLinks.add(link)
      else await tx.accountLinks.invite({ ...invitation, organizationId })
      await tx.audit.add({
        action: organizationId === null ? 'account.invited' : 'member.invited',
        organizationId,
        by,
        subject: userAuditSubject(email),
        after: { ...(organizationId === null ? {} : { role }), expiresAt: expiresAt.toISOString() },
      })
      return joined
    })
    return organization === null ? this.#urls.signUp(secret) : this.#urls.join(secret, organization.language)
  }

  /** Returns what an invitation into an organization says, to a person who has its link. */
  async view(digest: string | null): Promise<InvitationView> {
    if (digest === null) throw unusable()
    return refusedByOrganization(this.#organizations, digest, () =>
      this.#unitOfWork.run(async (tx) => {
        const view = await tx.accountLinks.viewOf(digest, this.#clock.now())
        if (view === null) throw unusable()
        await refuseEndedInvitation(tx, digest, view)
        return view
      }),
    )
  }

  /** Returns the user whom the person gets in the organization. */
  async accept({
    signedIn: { session, user },
    digest,
    by,
  }: {
    readonly signedIn: SignedIn
    /** The digest of the invitation's token; null if the input cannot be a token. */
    readonly digest: string | null
    readonly by: Actor
  }): Promise<User> {
    assertStandsForAccount(session)
    if (digest === null) throw noInvitation(user)
    return refusedByOrganization(this.#organizations, digest, () => this.#join(user, digest, by))
  }

  #join(user: User, digest: string, by: Actor): Promise<User> {
    return this.#unitOfWork.run(async (tx) => {
      // Locks the account, so that it is not deleted meanwhile. Ends the request if the account was deleted before, or
      // has another address, as while it moves to another cell.
      if ((await tx.accounts.lock(user.accountId))?.email !== user.email)
        throw new DomainError('UNAUTHENTICATED')
      const newId = () => this.#ids.next()
      const joined = await joinByInvitation(tx, user, { digest, by, newId, at: this.#clock.now() })
      if (joined !== null) return joined
      await refuseEndedInvitation(tx, digest, user)
      throw noInvitation(user)
    })
  }

  /** Withdraws an invitation, so that its link stops working. */
  async withdraw({
    signedIn,
    invitationId,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly invitationId: string
    readonly by: Actor
  }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const actor = await lockedActor(tx, signedIn)
      const invitation = await tx.accountLinks.lockInvitation(actor.organizationId, invitationId)
      if (invitation === null) throw noSuchInvitation()
      assertMayManage(actor, invitation.role)
      await tx.accountLinks.withdraw(invitation.id)
      await auditWithdrawnInvitation(tx, invitation, by)
    })
  }
}

function unusable(): Error {
  return refusedLink({
    purpose: 'invitation',
    message:
      'The invitation was already used, withdrawn, or is older than 7 days. Sign in if you have joined, or ask for a new invitation',
    pointer: '/invitation',
  })
}

function noInvitation({ organizationId, email }: User): Error {
  return refusedLink({
    purpose: 'invitation',
    message: `The invitation was already used, is older than 7 days, or is for another address than ${email}. Sign in with the invited address, or ask for a new invitation`,
    pointer: '/invitation',
    organizationId,
  })
}
