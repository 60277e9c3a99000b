import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { StoredInvitation } from '../../../domain/account/invitation.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { spendDeploymentMessage } from '../../admit-sending.ts'
import { lockOpen } from '../../lock-open.ts'
import { assertConfirmed } from '../confirmation/assert-confirmed.ts'
import { invitationMail } from './invitation-mail.ts'
import { assertMayManage } from './locked-member.ts'
import { auditWithdrawnInvitation } from './withdrawn-invitation.ts'

export interface InviteMemberCommand {
  readonly signedIn: SignedIn
  readonly email: string
  readonly role: Role
  readonly by: Actor
}

export interface ResendInvitationCommand {
  readonly signedIn: SignedIn
  readonly invitationId: string
  readonly by: Actor
}

/** A pending invitation, with its link if the service has not mailed the link. */
export interface Invited {
  readonly invitation: StoredInvitation
  /**
   * The link of the invitation, which the inviter passes on if the service sends no mail. Null if the link
   * was mailed; opening it then proves whose address it is.
   */
  readonly url: string | null
}

interface Inviting {
  readonly organization: Organization
  readonly actor: User
}

/**
 * Invites an e-mail address into the organization. Mails the link if a mail server is configured; otherwise
 * the inviter gets it.
 */
export class InviteMember {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    secrets: Secrets,
    mailer: Mailer,
    urls: PublicUrls,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#mailer = mailer
    this.#urls = urls
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ signedIn, email: typed, role, by }: InviteMemberCommand): Promise<Invited> {
    const { user } = signedIn
    const email = emailOf(typed)
    await this.#throttle.attemptOn('invitation', { account: user.id, address: by.ipAddress })
    const { secret, digest } = this.#secrets.linkToken('invitation')
    const invited = await this.#unitOfWork.run(async (tx) => {
      const { organization, actor } = await this.#invitingFrom(tx, signedIn, by)
      assertMayManage(actor, role)
      await this.#assertNoMember(email, user.organizationId)
      const replaced = await tx.accountLinks.lockInvitationsOf(organization.id, email)
      assertMayManage(actor, ...replaced.map((one) => one.role))
      for (const one of replaced) await auditWithdrawnInvitation(tx, one, by)
      const id = this.#ids.next()
      const invitation = this.#newInvitation(
        { id, organizationId: organization.id, email, role },
        user,
        digest,
      )
      await tx.accountLinks.invite(invitation)
      await this.#noteInAudit(tx, 'member.invited', invitation, by)
      await this.#spend(tx, organization.id)
      return { invitation, organization }
    })
    return this.#handedOver(invited.invitation, invited.organization, user.name, secret)
  }

  /** Sends an invitation again with a new token, so that the link of the previous mail stops working. */
  async again({ signedIn, invitationId, by }: ResendInvitationCommand): Promise<Invited> {
    const { user } = signedIn
    await this.#throttle.attemptOn('invitation', { account: user.id, address: by.ipAddress })
    const { secret, digest } = this.#secrets.linkToken('invitation')
    const invited = await this.#unitOfWork.run(async (tx) => {
      const { organization, actor } = await this.#invitingFrom(tx, signedIn, by)
      const before = await tx.accountLinks.lockInvitation(user.organizationId, invitationId)
      if (before === null) throw noSuchInvitation()
      assertMayManage(actor, before.role)
      const invitation = this.#newInvitation(before, user, digest)
      await tx.accountLinks.withdraw(before.id)
      await tx.accountLinks.invite(invitation)
      await this.#noteInAudit(tx, 'invitation.resent', invitation, by)
      await this.#spend(tx, organization.id)
      return { invitation, organization }
    })
    return this.#handedOver(invited.invitation, invited.organization, user.name, secret)
  }

  /**
   * Locks the organization before its invitations. All transactions that lock both use this order; otherwise
   * they can deadlock.
   */
  async #invitingFrom(tx: Transaction, { session, user }: SignedIn, by: Actor): Promise<Inviting> {
    const { organizationId } = user
    const at = this.#clock.now()
    const organization = await lockOpen(tx, { organizationId, by, sessionId: session.id, at })
    const actor = await tx.accounts.lockUser(user.id)
    if (organization === null || actor === null) throw new DomainError('UNAUTHENTICATED')
    await assertConfirmed(tx, organizationId, sentence('invite people'))
    return { organization, actor }
  }

  /** Counts the mail of an invitation, which strangers get, in the limit of a new organization. */
  async #spend(tx: Transaction, organizationId: string): Promise<void> {
    if (this.#mailer.delivers) await spendDeploymentMessage(tx, organizationId, this.#clock.now())
  }

  async #assertNoMember(email: string, organizationId: string): Promise<void> {
    const holder = await this.#accounts.findByEmail(email)
    if (holder?.users.some((user) => user.organizationId === organizationId))
      throw new DomainError('CONFLICT', { message: 'This person is already a member of the organization' })
  }

  #newInvitation(
    { id, organizationId, email, role }: Pick<StoredInvitation, 'id' | 'organizationId' | 'email' | 'role'>,
    { id: invitedBy }: SignedIn['user'],
    digest: string,
  ): StoredInvitation {
    const { createdAt, expiresAt } = newAccountLink({ digest, purpose: 'invitation' }, this.#clock.now())
    return { id, organizationId, email, role, invitedBy, digest, createdAt, expiresAt }
  }

  async #noteInAudit(
    tx: Transaction,
    action: 'member.invited' | 'invitation.resent',
    { organizationId, email, role, expiresAt }: StoredInvitation,
    by: Actor,
  ): Promise<void> {
    const after = { role, expiresAt: expiresAt.toISOString() }
    await tx.audit.add({ action, organizationId, by, subject: userAuditSubject(email), after })
  }

  #handedOver(invitation: StoredInvitation, organization: Organization, by: string, secret: string): Invited {
    const url = this.#urls.join(secret, organization.language)
    if (!this.#mailer.delivers) return { invitation, url }
    const { email: to, role } = invitation
    this.#mailer.post(invitationMail({ to, by, organization, role, url }))
    return { invitation, url: null }
  }
}

export function noSuchInvitation(): DomainError {
  return new DomainError('NOT_FOUND', {
    message: 'The invitation does not exist; it may have been used or withdrawn',
  })
}
