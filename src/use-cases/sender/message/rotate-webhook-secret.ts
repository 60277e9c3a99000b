import type { Actor } from '../../../domain/account/audit/actor.ts'
import { previousSecretUntil, rotatedSecrets, type SecretRotation } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SharedSecrets, WebhookSecret } from '../../../ports/sender/shared-secrets.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RotateWebhookSecretCommand extends Pick<SecretRotation, 'endsPrevious'> {
  readonly organizationId: string
  readonly by: Actor
}

/**
 * Signs the webhooks of an organization with a new secret, and for one day with the old one as well. A second such
 * rotation within the day is refused.
 */
export class RotateWebhookSecret {
  readonly #unitOfWork: UnitOfWork
  readonly #sharedSecrets: SharedSecrets
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, sharedSecrets: SharedSecrets, secrets: Secrets, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#sharedSecrets = sharedSecrets
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Returns the new secret. */
  async execute({ organizationId, endsPrevious, by }: RotateWebhookSecretCommand): Promise<WebhookSecret> {
    const { secret, ciphertext } = this.#secrets.webhookSecret(organizationId)
    const now = this.#clock.now()
    const rotated = await this.#unitOfWork.run(async (tx) => {
      const present = await tx.sharedSecrets.lockWebhookSecrets(organizationId, ciphertext)
      const isFirst = present.ciphertext === ciphertext
      const secrets = isFirst ? present : rotatedSecrets(present, { ciphertext, endsPrevious, now })
      if (!isFirst) await tx.sharedSecrets.saveWebhookSecrets(organizationId, secrets)
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'webhookSecret.rotated', organizationId, by, subject })
      return secrets
    })
    this.#sharedSecrets.refreshWebhookSecrets(organizationId)
    return { secret, previousSecretUntil: previousSecretUntil(rotated) }
  }
}
