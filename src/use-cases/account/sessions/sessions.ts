import type { Actor } from '../../../domain/account/audit/actor.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { deviceWords } from '../../../domain/account/sessions/device-words.ts'
import {
  assertLive,
  assertStandsForAccount,
  isLastUseOutdated,
  newSession,
  type Session,
  type SignedIn,
  type SignInClient,
} from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { SessionTokens } from '../../../ports/account/accounts.ts'
import type { Credentials } from '../../../ports/account/credentials.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { openFromAnother } from './open-session.ts'

/** The sessions of people: which one a token stands for, and their ends. */
export class Sessions {
  readonly #unitOfWork: UnitOfWork
  readonly #tokens: SessionTokens
  readonly #credentials: Credentials
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    tokens: SessionTokens,
    credentials: Credentials,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#tokens = tokens
    this.#credentials = credentials
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Returns the session and the user of a session token. The session is read for every request, so its end
   * takes effect at once.
   */
  async authenticate(token: string): Promise<SignedIn> {
    const now = this.#clock.now()
    const sessionId = await this.#tokens.read(token, now)
    const signedIn = assertLive(await this.#credentials.signedIn(sessionId), now)
    if (isLastUseOutdated(signedIn.session, now)) this.#credentials.noteSessionUse(sessionId, now)
    return signedIn
  }

  /** Opens a session in another organization of the person, and ends the session that sends the request. */
  async switchTo({
    signedIn,
    organizationId,
    by,
    client,
  }: {
    readonly signedIn: SignedIn
    readonly organizationId: string
    readonly by: Actor
    readonly client: SignInClient
  }): Promise<Session> {
    const { session: present, user } = signedIn
    assertStandsForAccount(present)
    if (organizationId === user.organizationId)
      throw new DomainError('CONFLICT', { message: 'You are already signed in to this organization' })
    const now = this.#clock.now()
    return this.#unitOfWork.run(async (tx) => {
      const users = await tx.accounts.usersOf(user.accountId)
      const other = users.find((one) => one.organizationId === organizationId)
      const member = other === undefined ? null : await tx.accounts.lockUser(other.id)
      if (member === null)
        throw new DomainError('NOT_FOUND', { message: 'You have no organization with this id' })
      // A new password locks the account and ends all of its sessions. So after the lock it is known whether the
      // session of the request has ended.
      await tx.accounts.lock(user.accountId)
      if ((await tx.sessions.endOwn(user.id, present.id, 'signed_out', now)) === null)
        throw new DomainError('SESSION_REVOKED').for(user.organizationId)
      const session = newSession(this.#ids.next(), member.id, now, { ...client, kind: present.kind })
      const subject = userAuditSubject(user.email, user)
      await tx.audit.add({ action: 'signOut', organizationId: user.organizationId, by, subject })
      await openFromAnother(tx, member, session, by)
      return session
    })
  }

  /** Ends one of a user's own sessions, for example on another device. */
  async end({
    signedIn: { user },
    sessionId,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly sessionId: string
    readonly by: Actor
  }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const ended = await tx.sessions.endOwn(user.id, sessionId, 'signed_out', this.#clock.now())
      if (ended === null) throw new DomainError('NOT_FOUND', { message: 'You have no session with this id' })
      await tx.audit.add({
        action: 'session.ended',
        organizationId: user.organizationId,
        by,
        subject: userAuditSubject(user.email, user),
        before: { device: deviceWords(ended.userAgent), sessionKind: ended.kind },
      })
    })
  }

  /**
   * Ends all sessions of a person, in all of their organizations, except the session that sends the request. A session
   * for which only its organization vouches ends the person's sessions in that organization alone.
   */
  async endOthers({ session, user }: SignedIn, by: Actor): Promise<void> {
    const { organizationId, accountId } = user
    const action = 'session.othersEnded'
    const now = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      if (session.vouchedBy === 'organization') {
        await tx.sessions.endOthers(session, 'signed_out', now)
        await tx.audit.add({ action, organizationId, by, subject: userAuditSubject(user.email, user) })
        return
      }
      await tx.accounts.lock(accountId)
      await tx.sessions.endAll(accountId, 'signed_out', now, session.id)
      await noteOfAccount(tx, accountId, by, { action })
    })
  }

  /** Ends the session that sends the request, so that its token is no longer accepted. */
  async signOut({ session, user }: SignedIn, by: Actor): Promise<void> {
    const { organizationId } = user
    await this.#unitOfWork.run(async (tx) => {
      await tx.sessions.end(session.id, 'signed_out', this.#clock.now())
      const subject = userAuditSubject(user.email, user)
      await tx.audit.add({ action: 'signOut', organizationId, by, subject })
    })
  }
}
