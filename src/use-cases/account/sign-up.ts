import type { AccountLink } from '../../domain/account/account-link.ts'
import { type Actor, asProvenUser } from '../../domain/account/audit/actor.ts'
import { refusedLink } from '../../domain/account/audit/refused-link.ts'
import { providerRequired } from '../../domain/account/open-id/sign-in-provider.ts'
import type { FirstSettings } from '../../domain/account/organization.ts'
import { assertNotWeak } from '../../domain/account/password/password-weakness.ts'
import { newSession, type Session, type SignInClient } from '../../domain/account/sessions/session.ts'
import { assertMayCreate, type SignUpMode } from '../../domain/account/sign-up-mode.ts'
import { emailOf } from '../../domain/email-address.ts'
import type { Mailer } from '../../ports/account/mailer.ts'
import type { OrganizationStore } from '../../ports/account/organizations.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { ConfirmationLinks } from './confirmation/confirmation-links.ts'
import { joinOrCreateOrganization } from './join-or-create-organization.ts'
import { type LimitedSender, limitNewOrganization } from './limit-new-organization.ts'
import { mustUseProvider } from './sessions/own-provider.ts'
import { refuseEndedInvitation } from './team/ended-invitation.ts'
import { refusedByOrganization } from './team/refused-by-organization.ts'

export interface SignUpCommand {
  readonly email: string
  readonly password: string
  readonly name: string
  /** The name of the organization to create; absent if the invitation is into an existing organization. */
  readonly organizationName?: string
  /** The settings of the organization to create. */
  readonly settings?: FirstSettings
  /**
   * The digest of the invitation's token; null if the input cannot be a token, absent if there is no
   * invitation.
   */
  readonly invitation?: string | null
  /**
   * The actor of the sign-up. The operator of the service may create an organization in every sign-up mode.
   */
  readonly by: Actor
  /** The client (such as a browser) that gets a session; absent if the operator creates the account. */
  readonly client?: SignInClient
}

/** The rules of the deployment for sign-ups. */
export class SignUpRules {
  readonly planId: string
  readonly mode: SignUpMode
  /** Whether strangers who sign up must confirm their address before their organization sends messages. */
  readonly confirms: boolean
  /** The limited sender of organizations that strangers create; null if their mail is not limited. */
  readonly limited: LimitedSender | null

  constructor(planId: string, mode: SignUpMode, confirms: boolean, limited: LimitedSender | null = null) {
    this.planId = planId
    this.mode = mode
    this.confirms = confirms
    this.limited = limited
  }

  /**
   * Whether a person may create a further organization without an invitation. Otherwise each one would have a limit of
   * its own for the mail server of the deployment.
   */
  get isOpenToFurther(): boolean {
    return this.mode === 'open' && !(this.confirms && this.limited !== null)
  }
}

/**
 * Creates a person and signs them in at once, as the owner of a new organization or a member of the inviting
 * one.
 */
export class SignUp {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #throttle: Throttle
  readonly #organizations: OrganizationStore
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #confirmationLinks: ConfirmationLinks
  readonly #mailer: Mailer
  readonly #options: SignUpRules

  constructor(
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    throttle: Throttle,
    organizations: OrganizationStore,
    clock: Clock,
    ids: Ids,
    confirmationLinks: ConfirmationLinks,
    mailer: Mailer,
    options: SignUpRules,
  ) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#throttle = throttle
    this.#organizations = organizations
    this.#clock = clock
    this.#ids = ids
    this.#confirmationLinks = confirmationLinks
    this.#mailer = mailer
    this.#options = options
  }

  async execute(command: SignUpCommand): Promise<Session> {
    const { password, name, organizationName, by } = command
    this.#assertAdmitted(command)
    const email = emailOf(command.email)
    await this.#throttle.attemptOn('signUp', { account: email, address: by.ipAddress })
    assertNotWeak(await this.#passwords.weaknessOf(password, [email, name, organizationName ?? '']))
    // Hashes the password before the address is looked up, so that the response time does not reveal whether
    // the address is taken.
    const passwordHash = await this.#passwords.hash(password, by.ipAddress)
    return refusedByOrganization(this.#organizations, command.invitation, () =>
      this.#join(command, email, passwordHash),
    )
  }

  async #join(command: SignUpCommand, email: string, passwordHash: string): Promise<Session> {
    const { name, organizationName, settings = {}, by, client } = command
    const createdAt = this.#clock.now()
    const userId = this.#ids.next()
    const session = newSession(this.#ids.next(), userId, createdAt, client)
    const postMail = await this.#unitOfWork.run(async (tx) => {
      const invitation = await this.#taken(tx, command.invitation, email, createdAt)
      this.#assertAdmittedBy(invitation, by)
      const place = await joinOrCreateOrganization(tx, invitation, {
        name: organizationName,
        settings,
        planId: this.#options.planId,
        newId: () => this.#ids.next(),
        at: createdAt,
      })
      const addressConfirmedAt = this.#isConfirmed(invitation, by) ? createdAt : null
      const account = { id: this.#ids.next(), email, passwordHash, addressConfirmedAt, createdAt }
      await tx.accounts.add(account)
      const user = { ...place.of, id: userId, accountId: account.id, email, name, createdAt }
      if (await mustUseProvider(tx, user)) throw providerRequired(user)
      await tx.accounts.addUser(user)
      await tx.sessions.start(session, [])
      await tx.audit.add({
        ...place.auditOf({ id: userId, email }),
        by: asProvenUser(by, { id: userId, email }),
      })
      // Skips the confirmation of the address for people whom the operator signs up, and for invited people.
      if (!this.#options.confirms || by.kind === 'operator' || invitation !== null) return () => {}
      const { organizationId } = place.of
      const owner = { id: userId, organizationId }
      const { limited } = this.#options
      const newId = () => this.#ids.next()
      await limitNewOrganization(tx, { owner, confirmedAt: null, limited, newId, at: createdAt })
      return this.#confirmationLinks.add(tx, { id: userId, organizationId, email, name })
    })
    postMail()
    return session
  }

  /**
   * Refuses a sign-up without an invitation if the mode forbids it, before anything is looked up, hashed or
   * counted. Invitations are checked later.
   */
  #assertAdmitted({ invitation, by }: SignUpCommand): void {
    if (by.kind !== 'operator' && invitation === undefined) assertMayCreate(this.#options.mode)
  }

  /**
   * Refuses an invitation to create an organization if the mode forbids it. Joining an existing organization
   * creates none and is not checked.
   */
  #assertAdmittedBy(invitation: AccountLink | null, by: Actor): void {
    const creates = invitation !== null && invitation.organizationId === null
    if (creates && by.kind !== 'operator') assertMayCreate(this.#options.mode, true)
  }

  /**
   * Returns whether the address of a new user counts as confirmed: because the operator creates the account,
   * or because the invitation was mailed. If the service sends no mail, the inviter passed the link on, so it
   * proves nothing.
   */
  #isConfirmed(invitation: AccountLink | null, by: Actor): boolean {
    if (by.kind === 'operator') return true
    return invitation !== null && (invitation.organizationId === null || this.#mailer.delivers)
  }

  async #taken(
    tx: Transaction,
    digest: string | null | undefined,
    email: string,
    at: Date,
  ): Promise<AccountLink | null> {
    if (digest === undefined) return null
    const link = digest === null ? null : await tx.accountLinks.take(digest, 'invitation', at)
    if (digest !== null && link?.email === email) {
      await refuseEndedInvitation(tx, digest, { email })
      return link
    }
    throw refusedLink({
      purpose: 'invitation',
      message:
        'The invitation was already used, is older than 7 days, or is for another address. Sign in if you have used it, or ask for a new invitation',
      pointer: '/invitation',
      after: { email },
    })
  }
}
