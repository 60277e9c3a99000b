import { hasNoPassword } from '../../../domain/account/account.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import {
  ofProvider,
  type ProviderSettings,
  revisionOfProvider,
  type SignInProvider,
} from '../../../domain/account/open-id/sign-in-provider.ts'
import { isConfirmed } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import { type IdentityProvider, IdentityRefused } from '../../../ports/account/open-id.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpenFor } from '../../lock-open.ts'
import { assertConfirmed } from '../confirmation/assert-confirmed.ts'
import { lockedActor } from '../team/locked-member.ts'

/** The OpenID Connect providers of organizations. */
export class SignInProviders {
  readonly #unitOfWork: UnitOfWork
  readonly #provider: IdentityProvider
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, provider: IdentityProvider, sealing: Sealing, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#provider = provider
    this.#sealing = sealing
    this.#clock = clock
    this.#ids = ids
  }

  /** Stores the OpenID Connect provider of an organization, after its published configuration was read. */
  async save({
    signedIn,
    settings,
    clientSecret,
    isRequired,
    revision,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly settings: ProviderSettings
    /** The client secret; null to keep the stored one, which is possible while issuer and client id stay. */
    readonly clientSecret: string | null
    /** Whether members must sign in through the provider. */
    readonly isRequired: boolean
    readonly revision: number | null
    readonly by: Actor
  }): Promise<void> {
    const { organizationId } = signedIn.user
    const { issuer, clientId } = settings
    const fault = this.#provider.faultOf(issuer)
    if (fault !== null) throw refusedField('/issuer', 'BAD_ISSUER', `The issuer ${fault}`)
    const known = await this.#unitOfWork.run(async (tx) => {
      await assertConfirmed(tx, organizationId, sentence('connect a sign-in provider'))
      return tx.organizationSignIn.provider(organizationId)
    })
    const secret = clientSecret ?? this.#sealedSecret(known, settings)
    await this.#provider
      .discover({ organizationId, issuer, clientId, clientSecret: secret })
      .catch((error: unknown) => {
        if (!(error instanceof IdentityRefused)) throw error
        const message = `The provider's configuration could not be read: ${error.message}`
        throw refusedField('/issuer', 'NO_CONFIGURATION', message)
      })
    await this.#unitOfWork.run(async (tx) => {
      const now = this.#clock.now()
      // Checks the session and the role again, because an issuer may delay its answer for some seconds.
      await lockOpenFor(tx, { organizationId, signedIn, action: 'connectSignInProvider', by, at: now })
      const actor = await lockedActor(tx, signedIn)
      const before = await tx.organizationSignIn.provider(organizationId)
      assertRevision({ revision: revisionOfProvider(before) }, revision)
      if (clientSecret === null && before?.id !== known?.id)
        throw new DomainError('CONFLICT', {
          message: 'Another person changed the provider meanwhile; reload',
        })
      if (isRequired) await assertMayRequire(tx, actor)
      const isSame = before !== null && isSameClient(before, settings)
      const after: SignInProvider = {
        ...settings,
        organizationId,
        id: isSame ? before.id : this.#ids.next(),
        encryptedSecret:
          clientSecret === null && before !== null
            ? before.encryptedSecret
            : this.#sealing.seal(secret, ofProvider(organizationId)),
        requiredAt: isRequired ? (before?.requiredAt ?? now) : null,
        createdAt: before?.createdAt ?? now,
      }
      if (before !== null && !isSame) await tx.organizationSignIn.forgetSubjects(organizationId)
      await tx.organizationSignIn.saveProvider(after)
      if (isRequired && (before?.requiredAt ?? null) === null)
        await tx.sessions.endByAccount(organizationId, 'signed_out', now)
      await tx.audit.add({
        action: 'signInProvider.saved',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: null },
        ...(before === null ? {} : { before: factsOf(before) }),
        after: { ...factsOf(after), ...(clientSecret === null ? {} : { secretReplaced: true as const }) },
      })
    })
  }

  #sealedSecret(known: SignInProvider | null, settings: ProviderSettings): string {
    const isSame = known !== null && isSameClient(known, settings)
    const secret = isSame ? this.#sealing.open(known.encryptedSecret, ofProvider(known.organizationId)) : null
    if (secret !== null) return secret
    throw refusedField('/clientSecret', 'REQUIRED', 'Enter the client secret of this issuer and client id')
  }

  /** Removes the sign-in provider of an organization. Its open sessions continue until they end, at most 12 hours. */
  async remove({ signedIn, by }: { readonly signedIn: SignedIn; readonly by: Actor }): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { organizationId } = await lockedActor(tx, signedIn)
      const provider = await tx.organizationSignIn.provider(organizationId)
      if (provider === null)
        throw new DomainError('NOT_FOUND', { message: 'The organization has no sign-in provider' })
      await tx.organizationSignIn.removeProvider(organizationId)
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      const before = factsOf(provider)
      await tx.audit.add({ action: 'signInProvider.removed', organizationId, by, subject, before })
    })
  }
}

function isSameClient(provider: SignInProvider, { issuer, clientId }: ProviderSettings): boolean {
  return provider.issuer === issuer && provider.clientId === clientId
}

export function factsOf({ issuer, clientId, defaultRole, admitsNew, requiredAt }: SignInProvider) {
  return { issuer, clientId, defaultRole, admitsNew, requiresProvider: requiredAt !== null }
}

/**
 * Refuses the rule that members must sign in through the provider, if the organization has proven no domain, or if the
 * owner who turns it on could no longer sign in if the provider failed.
 */
async function assertMayRequire(tx: Transaction, owner: User): Promise<void> {
  const domains = await tx.organizationSignIn.domainsOf(owner.organizationId)
  if (!domains.some(({ provenAt }) => provenAt !== null))
    throw new DomainError('CONFLICT', { message: 'First prove an e-mail domain, then require the provider' })
  const account = await tx.accounts.lock(owner.accountId)
  const factor = await tx.accounts.secondFactorOf(owner.accountId)
  if (account !== null && !hasNoPassword(account) && isConfirmed(factor)) return
  throw new DomainError('CONFLICT', {
    message:
      'First set a password and set up two-factor sign-in for your own account. You can then still sign in if the provider fails',
  })
}

function refusedField(pointer: string, code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer, code, message }] })
}
