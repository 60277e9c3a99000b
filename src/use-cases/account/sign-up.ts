import type { AccountLink } from '../../domain/account/account-link.ts'
import { type Actor, asPerson } from '../../domain/account/audit/actor.ts'
import type { AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import { refusedLink } from '../../domain/account/audit/refused-link.ts'
import { accountSubject } from '../../domain/account/audit/subject.ts'
import { assertNotWeak } from '../../domain/account/password-weakness.ts'
import { newSession, type Session } from '../../domain/account/session.ts'
import type { SignUpMode } from '../../domain/account/sign-up-mode.ts'
import type { User } from '../../domain/account/user.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PasswordStrength } from '../../ports/account/password-strength.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { MailConfirmationLink } from './mail-confirmation-link.ts'

export interface SignUpCommand {
  readonly email: string
  readonly password: string
  readonly name: string
  /** Of the organization that is created; an invitation into one that there is needs none. */
  readonly organizationName?: string
  /** The digest of an invitation; null for what cannot be one, absent where none was brought. */
  readonly invitation?: string | null
  /** The operator of the service may always create an organization. */
  readonly by: Actor
}

export class SignUpOptions {
  readonly planId: string
  readonly mode: SignUpMode
  /** Whether an address that a stranger signs up with has to be confirmed. */
  readonly confirms: boolean

  constructor(planId: string, mode: SignUpMode, confirms: boolean) {
    this.planId = planId
    this.mode = mode
    this.confirms = confirms
  }
}

/** A person who is signed in at once: the owner of a new organization, or a member of one that invited them. */
export class SignUp {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #strength: PasswordStrength
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #confirmationLink: MailConfirmationLink
  readonly #options: SignUpOptions

  constructor(
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    strength: PasswordStrength,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
    confirmationLink: MailConfirmationLink,
    options: SignUpOptions,
  ) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#strength = strength
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
    this.#confirmationLink = confirmationLink
    this.#options = options
  }

  async execute(command: SignUpCommand): Promise<Session> {
    const { password, name, organizationName, by } = command
    this.#assertAdmitted(command)
    const email = emailOf(command.email)
    await this.#throttle.attemptOn('signUp', { account: email, address: by.address })
    assertNotWeak(await this.#strength.weaknessOf(password, [email, name, organizationName ?? '']))
    // Before the address is looked up, so that the answer takes as long whether or not it is taken.
    const passwordHash = await this.#passwords.hash(password)
    const createdAt = this.#clock.now()
    const userId = this.#ids.next()
    const session = newSession(this.#ids.next(), userId, createdAt)
    const postMail = await this.#unitOfWork.run(async (tx) => {
      const invitation = await this.#taken(tx, command.invitation, email, createdAt)
      const place = await this.#placeIn(tx, invitation, organizationName, createdAt)
      await tx.users.add({ ...place, id: userId, email, name, passwordHash, createdAt })
      await tx.sessions.start(session)
      await tx.audit.add({
        ...this.#told(place, organizationName, { id: userId, email }),
        by: asPerson(by, { id: userId, email }),
      })
      // The operator, and whoever was invited by the operator, is known.
      if (!this.#options.confirms || by.kind === 'operator' || invitation !== null) return () => {}
      const { organizationId } = place
      await tx.confirmations.add({ organizationId, userId, confirmedAt: null, messages: 0 })
      return this.#confirmationLink.within(tx, { id: userId, organizationId, email, name })
    })
    postMail()
    return session
  }

  /** Before anything is looked up, hashed or counted. */
  #assertAdmitted({ invitation, by }: SignUpCommand): void {
    const { mode } = this.#options
    if (by.kind === 'operator' || mode === 'open' || (mode === 'invite' && invitation !== undefined)) return
    const message =
      mode === 'closed'
        ? 'Sign-up is closed here; ask the operator of this service for an account'
        : 'Sign-up takes an invitation here; ask the operator of this service for one'
    throw new DomainError('FORBIDDEN', { message })
  }

  async #taken(
    tx: Transaction,
    digest: string | null | undefined,
    email: string,
    at: Date,
  ): Promise<AccountLink | null> {
    if (digest === undefined) return null
    const link = digest === null ? null : await tx.accountLinks.take(digest, 'invitation', at)
    if (link?.email === email) return link
    throw refusedLink({
      purpose: 'invitation',
      message:
        'This invitation was used already, is older than 7 days, or is for another address; ask for a new one',
      pointer: '/invitation',
      after: { email },
    })
  }

  #told(
    { organizationId, role }: Pick<User, 'organizationId' | 'role'>,
    name: string | undefined,
    user: Pick<User, 'id' | 'email'>,
  ): Pick<AuditEvent, 'action' | 'organizationId' | 'subject' | 'after'> {
    const { email } = user
    if (role === 'member')
      return {
        action: 'member.joined',
        organizationId,
        subject: accountSubject(email, user),
        after: { role },
      }
    return {
      action: 'account.created',
      organizationId,
      subject: { kind: 'organization', id: organizationId, name: name ?? null },
      after: { email, planId: this.#options.planId },
    }
  }

  /** A member's place in the organization that invites, or an owner's in a new one. */
  async #placeIn(
    tx: Transaction,
    invitation: AccountLink | null,
    name: string | undefined,
    createdAt: Date,
  ): Promise<Pick<User, 'organizationId' | 'role'>> {
    const invitedTo = invitation?.organizationId ?? null
    if (invitedTo !== null) return { organizationId: invitedTo, role: 'member' }
    if (name === undefined) {
      const message = 'An organization needs a name'
      const errors = [{ pointer: '/organizationName', code: 'REQUIRED', message }]
      throw new DomainError('VALIDATION_FAILED', { message, errors })
    }
    const organizationId = this.#ids.next()
    await tx.organizations.add({
      id: organizationId,
      name,
      planId: this.#options.planId,
      keepsBodies: false,
      timeZone: 'UTC',
      createdAt,
    })
    return { organizationId, role: 'owner' }
  }
}
