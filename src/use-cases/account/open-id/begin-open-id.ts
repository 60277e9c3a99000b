import { openIdStateEnd } from '../../../domain/account/open-id/open-id-state.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type IdentityProvider, IdentityRefused } from '../../../ports/account/open-id.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

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
  readonly ownOrganization?: boolean
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

  constructor(
    unitOfWork: UnitOfWork,
    provider: IdentityProvider,
    secrets: Secrets,
    sealing: Sealing,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#provider = provider
    this.#secrets = secrets
    this.#sealing = sealing
    this.#clock = clock
  }

  async execute({ invitation = null, ownOrganization = false }: BeginOpenIdCommand = {}): Promise<{
    readonly url: string
    readonly state: string
  }> {
    if (this.#provider.name === null)
      throw new DomainError('NOT_FOUND', {
        message: 'Sign-in with OpenID Connect is not set up on this service',
      })
    const { secret: state, digest } = this.#secrets.connectState()
    const { url, checks } = await this.#provider.begin(state).catch((error: unknown) => {
      if (!(error instanceof IdentityRefused)) throw error
      const message = `The provider does not answer right now: ${error.message}`
      throw new DomainError('OVERLOADED', { message })
    })
    const sealed = this.#sealing.seal(checks, { kind: 'connect state', id: digest })
    const createdAt = this.#clock.now()
    const expiresAt = openIdStateEnd(createdAt)
    const kept = { digest, encryptedVerifier: sealed, invitation, ownOrganization, createdAt, expiresAt }
    await this.#unitOfWork.run((tx) => tx.openId.addState(kept))
    return { url, state }
  }
}
