import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import type { EventProvider } from '../../domain/sender/inbound/event-provider.ts'
import { rotatedSecrets, type SigningSecret } from '../../domain/signing-secrets.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SharedSecretStore } from '../../ports/sender/shared-secrets.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpen } from '../lock-open.ts'

/** Rotates and revokes the secrets that an organization shares with receivers of webhooks and with mail providers. */
export class OrganizationSecrets {
  readonly #unitOfWork: UnitOfWork
  readonly #sharedSecrets: SharedSecretStore
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, sharedSecrets: SharedSecretStore, secrets: Secrets, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#sharedSecrets = sharedSecrets
    this.#secrets = secrets
    this.#clock = clock
  }

  /**
   * Signs the webhooks of an organization with a new secret, and for a grace period with the old one as well. A second
   * grace period is refused while one runs. Returns the new secret.
   */
  async rotateWebhookSecret({ organizationId, by }: Requester, graceSeconds: number): Promise<SigningSecret> {
    const { secret, ciphertext } = this.#secrets.webhookSecret(organizationId)
    const now = this.#clock.now()
    const rotated = await this.#unitOfWork.run(async (tx) => {
      const present = await tx.sharedSecrets.lockWebhookSecrets(organizationId, ciphertext)
      const isFirst = present.ciphertext === ciphertext
      const secrets = isFirst ? present : rotatedSecrets(present, { ciphertext, graceSeconds, now })
      if (!isFirst) await tx.sharedSecrets.saveWebhookSecrets(organizationId, secrets)
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'webhookSecret.rotated', organizationId, by, subject })
      return secrets
    })
    this.#sharedSecrets.refreshWebhookSecrets(organizationId)
    return { secret, previousUntil: rotated.previousUntil }
  }

  /**
   * Creates a new URL for a mail provider's events and ends the previous one. Returns the secret in the URL,
   * which is never shown again. The id of the session is null if no session sent the request.
   */
  async rotateEventToken(
    { organizationId, by }: Requester,
    provider: EventProvider,
    sessionId: string | null,
  ): Promise<string> {
    const { secret, digest } = this.#secrets.eventToken()
    await this.#unitOfWork.run(async (tx) => {
      const createdAt = this.#clock.now()
      await lockOpen(tx, { organizationId, by, sessionId, at: createdAt })
      await tx.sharedSecrets.putEventToken({ organizationId, provider, digest, createdAt })
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'eventToken.rotated', organizationId, by, subject, after: { provider } })
    })
    return secret
  }

  /** Revokes the URL to which a mail provider posts events; later events are refused. */
  async revokeEventToken({ organizationId, by }: Requester, provider: EventProvider): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      if (!(await tx.sharedSecrets.removeEventToken(organizationId, provider)))
        throw new DomainError('NOT_FOUND', { message: 'The organization has no URL for these events' })
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'eventToken.revoked', organizationId, by, subject, before: { provider } })
    })
  }
}
