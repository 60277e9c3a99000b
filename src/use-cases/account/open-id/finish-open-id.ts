import { type Account, noPassword, releasedAddress } from '../../../domain/account/account.ts'
import { type AccountLink, endedByNewPassword } from '../../../domain/account/account-link.ts'
import { type Actor, asProvenUser, service } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { OpenIdState } from '../../../domain/account/open-id/open-id-state.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import type { FirstSettings } from '../../../domain/account/organization.ts'
import { hasApp } from '../../../domain/account/second-factor/second-factor.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import { assertMayCreate } from '../../../domain/account/sign-up-mode.ts'
import type { KnownAccount, User } from '../../../domain/account/user.ts'
import { cutText } from '../../../domain/text/storable-text.ts'
import { type Identity, type IdentityProvider, IdentityRefused } from '../../../ports/account/open-id.ts'
import type { OrganizationSignInStore } from '../../../ports/account/organization-sign-in.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { joinOrCreateOrganization } from '../join-or-create-organization.ts'
import { limitNewOrganization } from '../limit-new-organization.ts'
import { removePasskeys } from '../passkeys/remove-passkeys.ts'
import { openSession } from '../sessions/open-session.ts'
import { admittedUser, isLastWayIn, lockedOwners } from '../sessions/own-provider.ts'
import type { SignUpRules } from '../sign-up.ts'
import { joinByInvitation } from '../team/join-by-invitation.ts'
import { OpenIdRefused } from './open-id-refused.ts'
import { openProvider } from './open-provider.ts'
import { organizationMember } from './organization-member.ts'

export interface FinishOpenIdCommand {
  /**
   * The state in the OpenID Connect provider's answer, and the digest of the state. The digest is null if
   * another browser began the sign-in.
   */
  readonly state: string
  readonly digest: string | null
  /** The organization whose redirect URI was called; null for the redirect URI of the operator's provider. */
  readonly organizationId: string | null
  /** The whole query string of the redirect, which contains the OpenID Connect provider's answer. */
  readonly search: string
  readonly client: SignInClient
  readonly by: Actor
}

interface Answered {
  readonly identity: Identity
  /** The organization's own provider that gave the answer; null for the provider of the operator. */
  readonly own: SignInProvider | null
  /** The digest of the invitation whose link the person opened; null if they opened none. */
  readonly invitation: string | null
  readonly createOrganization: boolean
  /** The time zone and the language of the browser, for an organization that the sign-in creates. */
  readonly settings: FirstSettings
}

/**
 * Signs a person in whom the provider identifies. A known person is found by the identity at the provider, a
 * new one by the verified address.
 */
export class FinishOpenId {
  readonly #unitOfWork: UnitOfWork
  readonly #provider: IdentityProvider
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #options: SignUpRules
  readonly #signIns: OrganizationSignInStore
  readonly #organizations: OrganizationStore

  constructor(
    unitOfWork: UnitOfWork,
    provider: IdentityProvider,
    sealing: Sealing,
    clock: Clock,
    ids: Ids,
    options: SignUpRules,
    signIns: OrganizationSignInStore,
    organizations: OrganizationStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#provider = provider
    this.#sealing = sealing
    this.#clock = clock
    this.#ids = ids
    this.#options = options
    this.#signIns = signIns
    this.#organizations = organizations
  }

  async execute(command: FinishOpenIdCommand): Promise<Session> {
    const answered = await this.#answered(command)
    try {
      return await this.#signIn(answered, command)
    } catch (error) {
      if (!(error instanceof OpenIdRefused) || error.fault !== 'notInvited') throw error
      throw (await this.#refusalOf(answered.invitation)) ?? error
    }
  }

  async #signIn(answered: Answered, { client, by }: FinishOpenIdCommand): Promise<Session> {
    const { identity, own } = answered
    return this.#unitOfWork.run(async (tx) => {
      const user =
        own === null
          ? await this.#byAccount(tx, answered, by)
          : await organizationMember(tx, {
              provider: own,
              identity,
              newId: () => this.#ids.next(),
              at: this.#clock.now(),
              by,
            })
      const vouchedBy = own === null ? 'account' : 'organization'
      const session = newSession(this.#ids.next(), user.id, this.#clock.now(), client, vouchedBy)
      await openSession(tx, user, session)
      await tx.audit.add({
        action: 'signIn.succeeded',
        organizationId: user.organizationId,
        by: asProvenUser(by, user),
        subject: userAuditSubject(user.email, user),
        after: { way: own === null ? 'openId' : 'organizationProvider' },
      })
      return session
    })
  }

  /**
   * Deletes the stored state of the sign-in in a commit of its own before the OpenID Connect provider is
   * called. So no answer can be used twice.
   */
  async #answered({ state, digest, search, organizationId }: FinishOpenIdCommand): Promise<Answered> {
    if (digest === null) throw new OpenIdRefused('unknown')
    const signInState = await this.#unitOfWork.run((tx) =>
      tx.accounts.takeSignInState(digest, this.#clock.now()),
    )
    const checks =
      signInState && this.#sealing.open(signInState.encryptedVerifier, { kind: 'connect state', id: digest })
    if (signInState === null || checks === null) throw new OpenIdRefused('unknown')
    const ownProvider =
      signInState.providerId === null ? null : await this.#signIns.providerById(signInState.providerId)
    if (signInState.providerId !== null && ownProvider === null) throw new OpenIdRefused('changed')
    // Refuses an answer at the redirect URI of another provider, because a dishonest provider could pass it on.
    if ((ownProvider?.organizationId ?? null) !== organizationId) throw new OpenIdRefused('unknown')
    const registration = ownProvider && openProvider(this.#sealing, ownProvider)
    const identity = await this.#provider
      .identity(search, state, checks, registration)
      .catch((error: unknown) => {
        if (!(error instanceof IdentityRefused)) throw error
        const of = ownProvider === null ? {} : { organizationId: ownProvider.organizationId }
        throw new OpenIdRefused(error.fault, { words: error.message, ...of })
      })
    return {
      identity,
      own: ownProvider,
      invitation: signInState.invitation,
      createOrganization: signInState.createOrganization,
      settings: settingsOfBrowser(signInState),
    }
  }

  /**
   * Returns the refusal of an invitation into an organization that is not open here; null if it is open. The digests of
   * such invitations are renamed, so they are not found like others.
   */
  async #refusalOf(invitation: string | null): Promise<OpenIdRefused | null> {
    const refusal = invitation === null ? null : await this.#organizations.refusalOfCredential(invitation)
    return refusal && OpenIdRefused.by(refusal)
  }

  async #byAccount(tx: Transaction, answered: Answered, by: Actor): Promise<User> {
    const { verifiedEmail } = answered.identity
    const holder = verifiedEmail === null ? null : await tx.accounts.findByEmail(verifiedEmail)
    const present =
      (await this.#linked(tx, answered.identity)) ??
      (holder === null ? null : await this.#newlyLinked(tx, holder, answered, by))
    return this.#inOrganization(tx, present, answered, by)
  }

  /**
   * Returns the user whose session opens: in the organization whose invitation a known person opened, or in the
   * organization of their last sign-in. A person without an account joins or creates an organization.
   */
  async #inOrganization(tx: Transaction, present: User | null, answered: Answered, by: Actor): Promise<User> {
    if (present === null) return this.#joined(tx, answered, by)
    const { invitation: digest } = answered
    if (digest === null) return present
    const newId = () => this.#ids.next()
    return (await joinByInvitation(tx, present, { digest, by, newId, at: this.#clock.now() })) ?? present
  }

  async #linked(tx: Transaction, identity: Identity): Promise<User | null> {
    const accountId = await tx.accounts.linkedTo(identity)
    const latest =
      accountId === null ? undefined : await admittedUser(tx, await tx.accounts.usersOf(accountId))
    const user = latest === undefined ? null : await tx.accounts.lockUser(latest.id)
    if (user !== null) await tx.accounts.lock(user.accountId)
    return user
  }

  /**
   * Links the account that has the verified address to the person's identity at the OpenID Connect provider.
   * An account with an unconfirmed address is not linked, because a stranger may have created it. The person
   * may then request a new organization.
   */
  async #newlyLinked(
    tx: Transaction,
    holder: KnownAccount,
    answered: Answered,
    by: Actor,
  ): Promise<User | null> {
    const { identity } = answered
    const first = await admittedUser(tx, holder.users)
    const owners = await lockedOwners(tx, holder.account.id)
    const user = await tx.accounts.lockUser((first ?? holder.users[0]).id)
    const account = await tx.accounts.lock(holder.account.id)
    if (user === null || account === null) throw new OpenIdRefused('refused', { email: holder.account.email })
    const { email } = user
    if (account.addressConfirmedAt === null) {
      if (!answered.createOrganization) throw new OpenIdRefused('unconfirmed', { email })
      await this.#release(tx, account)
      return null
    }
    // The link removes passkeys, but not an authenticator app.
    const keepsFactor = hasApp(await tx.accounts.secondFactorOf(account.id))
    for (const owner of keepsFactor ? [] : owners)
      if (await isLastWayIn(tx, owner)) throw new OpenIdRefused('lastWayIn', { email })
    const at = this.#clock.now()
    await tx.accounts.linkIdentity(identity, account.id, at)
    await tx.accounts.save({ ...account, passwordHash: noPassword })
    // Passkeys end like the password: a stranger who had the account before keeps no way in.
    await removePasskeys(tx, account.id)
    await tx.sessions.endAll(account.id, 'password_reset', at)
    await tx.accountLinks.endResets(account.id, at)
    await tx.accountLinks.endLinks(account.id, endedByNewPassword)
    const after = { way: 'openId' } as const
    await noteOfAccount(tx, account.id, asProvenUser(by, user), { action: 'account.linked', after })
    return user
  }

  /**
   * Removes the address from an account that has not confirmed it, so that its real owner can sign up. Ends
   * the account's sessions. The audit entry has no actor, because a stranger with the account must not learn
   * the owner's client address.
   */
  async #release(tx: Transaction, account: Account): Promise<void> {
    const at = this.#clock.now()
    const email = releasedAddress(account)
    await tx.accounts.save({ ...account, email })
    await tx.sessions.endAll(account.id, 'signed_out', at)
    await tx.accountLinks.endResets(account.id, at)
    await tx.accountLinks.endLinks(account.id, endedByNewPassword)
    await noteOfAccount(tx, account.id, service, {
      action: 'account.released',
      before: { email: account.email },
      after: { email },
    })
  }

  /**
   * Uses up the invitation whose link the person opened. Refuses an invited person who has not opened the
   * link; otherwise organizations could gain members without their consent, only by inviting addresses.
   */
  async #taken(tx: Transaction, opened: string | null, email: string, at: Date): Promise<AccountLink | null> {
    if (opened === null) {
      if (await tx.accountLinks.isInvited(email, at)) throw new OpenIdRefused('invited', { email })
      return null
    }
    const invitation = await tx.accountLinks.take(opened, 'invitation', at)
    if (invitation?.email !== email) throw new OpenIdRefused('notInvited', { email })
    if ((await tx.accountLinks.endOf(opened)) !== null) throw new OpenIdRefused('invitationEnded', { email })
    return invitation
  }

  /**
   * Creates a user in the organization whose invitation was opened, or in a new organization if the sign-up
   * mode allows that.
   */
  async #joined(tx: Transaction, answered: Answered, by: Actor): Promise<User> {
    const { identity, createOrganization } = answered
    const { verifiedEmail: email } = identity
    if (email === null) throw new OpenIdRefused('noAddress')
    const createdAt = this.#clock.now()
    const invitation = createOrganization
      ? null
      : await this.#taken(tx, answered.invitation, email, createdAt)
    const creates = invitation === null || invitation.organizationId === null
    const { planId, mode, confirms } = this.#options
    if (creates) assertMayCreate(mode, invitation !== null)
    const name = identity.name ?? email.slice(0, email.lastIndexOf('@'))
    const place = await joinOrCreateOrganization(tx, invitation, {
      name: cutText(`Organization of ${name}`, 200),
      settings: answered.settings,
      planId,
      newId: () => this.#ids.next(),
      at: createdAt,
    })
    const id = this.#ids.next()
    const account = { id, email, passwordHash: noPassword, addressConfirmedAt: createdAt, createdAt }
    const user = { ...place.of, id: this.#ids.next(), accountId: id, email, name, createdAt }
    await tx.accounts.add(account)
    await tx.accounts.addUser(user)
    await tx.accounts.linkIdentity(identity, id, createdAt)
    await tx.audit.add({ ...place.auditOf(user), by: asProvenUser(by, user) })
    // Needs no confirmation, because the OpenID Connect provider has verified the owner's address.
    if (creates && confirms && invitation === null) {
      const newId = () => this.#ids.next()
      await limitNewOrganization(tx, {
        owner: user,
        confirmedAt: createdAt,
        limited: this.#options.limited,
        newId,
        at: createdAt,
      })
    }
    return user
  }
}

/** Returns the settings that the browser named when the sign-in began. */
function settingsOfBrowser({ timeZone, language }: OpenIdState): FirstSettings {
  return { ...(timeZone === null ? {} : { timeZone }), ...(language === null ? {} : { language }) }
}
