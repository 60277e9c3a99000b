import { DomainError } from '../../domain/errors.ts'
import { connectStateEnd, type ProviderKind } from '../../domain/sender/connect-state.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sealing } from '../../ports/sealing.ts'
import { type MailProviders, ProviderUnavailable } from '../../ports/sender/mail-providers.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface BeginConnectCommand {
  readonly kind: ProviderKind
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
}

/**
 * Returns the provider's URL at which the owner of a mailbox gives consent. Stores no sender before the owner
 * returns.
 */
export class BeginConnect {
  readonly #unitOfWork: UnitOfWork
  readonly #providers: MailProviders
  readonly #secrets: Secrets
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    providers: MailProviders,
    secrets: Secrets,
    sealing: Sealing,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#providers = providers
    this.#secrets = secrets
    this.#sealing = sealing
    this.#clock = clock
  }

  async execute({ kind, ...whose }: BeginConnectCommand): Promise<string> {
    if (!this.#providers.offered.includes(kind)) {
      const message = `Senders of the kind "${kind}" are not available on this deployment`
      throw new DomainError('CONFLICT', { message })
    }
    const { secret, digest } = this.#secrets.connectState()
    const { url, checks } = await this.#providers.consent(kind, secret).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error
      const message = `The provider does not answer right now: ${error.message}`
      throw new DomainError('OVERLOADED', { message })
    })
    const sealed = this.#sealing.seal(checks, { kind: 'connect state', id: digest })
    const createdAt = this.#clock.now()
    const connectState = {
      ...whose,
      kind,
      digest,
      encryptedVerifier: sealed,
      createdAt,
      expiresAt: connectStateEnd(createdAt),
    }
    await this.#unitOfWork.run((tx) => tx.senders.addConnectState(connectState))
    return url
  }
}
