import { domainOf } from '../../../domain/account/open-id/email-domain.ts'
import { openIdStateEnd } from '../../../domain/account/open-id/open-id-state.ts'
import type { SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Language } from '../../../domain/text/language.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import { isZone } from '../../../domain/time/local-time.ts'
import { type IdentityProvider, IdentityRefused, type OwnProvider } from '../../../ports/account/open-id.ts'
import type { OrganizationSignInStore } from '../../../ports/account/organization-sign-in.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openProvider } from './open-provider.ts'

export interface BeginOpenIdCommand {
  /**
   * The digest of the token of the invitation whose link the person opened before the sign-in; null or absent
   * if none.
   */
  readonly invitation?: string | null
  /**
   * Whether the person wants a new organization, and not the existing account with the same, unconfirmed
   * address.
   */
  readonly createOrganization?: boolean
  /**
   * The time zone of the browser, for an organization that the sign-in creates. A zone that the service does not know is
   * ignored, because a sign-in must not fail because of its browser's name for a zone.
   */
  readonly timeZone?: string
  /** The language of the console in the browser, for an organization that the sign-in creates. */
  readonly language?: Language
  /** The address of a person who signs in through the provider of their organization; absent for the operator's. */
  readonly email?: string
}

/**
 * Starts a sign-in by OpenID Connect. Returns the provider's URL and the state that the browser brings back.
 */
export class BeginOpenId {
  readonly #unitOfWork: UnitOfWork
  readonly #provider: IdentityProvider
  readonly #secrets: Secrets
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #signIns: OrganizationSignInStore

  constructor(
    unitOfWork: UnitOfWork,
    provider: IdentityProvider,
    secrets: Secrets,
    sealing: Sealing,
    clock: Clock,
    signIns: OrganizationSignInStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#provider = provider
    this.#secrets = secrets
    this.#sealing = sealing
    this.#clock = clock
    this.#signIns = signIns
  }

  async execute(command: BeginOpenIdCommand = {}): Promise<{ readonly url: string; readonly state: string }> {
    const { invitation = null, createOrganization = false, email, timeZone = '', language = null } = command
    const own = email === undefined ? null : await this.#providerOf(emailOf(email))
    if (own === null && this.#provider.name === null)
      throw new DomainError('NOT_FOUND', {
        message: 'Sign-in with OpenID Connect is not set up on this service',
      })
    const { secret: state, digest } = this.#secrets.connectState()
    const { url, checks } = await this.#provider.begin(state, own).catch((error: unknown) => {
      if (!(error instanceof IdentityRefused)) throw error
      const message = `The provider does not answer right now: ${error.message}`
      throw new DomainError('OVERLOADED', { message })
    })
    const sealed = this.#sealing.seal(checks, { kind: 'connect state', id: digest })
    const createdAt = this.#clock.now()
    const expiresAt = openIdStateEnd(createdAt)
    const providerId = own?.id ?? null
    const signInState = {
      digest,
      encryptedVerifier: sealed,
      invitation,
      createOrganization,
      timeZone: isZone(timeZone) ? timeZone : null,
      language,
      providerId,
      createdAt,
      expiresAt,
    }
    await this.#unitOfWork.run((tx) => tx.accounts.addSignInState(signInState))
    return { url, state }
  }

  /**
   * Returns the provider of the organization that has proven the domain of an address. The answer depends on the domain
   * alone, so it reveals nothing about accounts.
   */
  async #providerOf(email: string): Promise<OwnProvider & Pick<SignInProvider, 'id'>> {
    const provider = await this.#signIns.providerOf(domainOf(email))
    if (provider === null)
      throw new DomainError('NOT_FOUND', {
        message: sentence('No organization has connected a sign-in provider for addresses at {domain}', {
          domain: domainOf(email),
        }),
      })
    return { ...openProvider(this.#sealing, provider), id: provider.id, loginHint: email }
  }
}
