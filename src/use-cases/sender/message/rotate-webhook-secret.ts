import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SharedSecrets } from '../../../ports/sender/shared-secrets.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RotateWebhookSecretCommand {
  readonly organizationId: string
  readonly by: Actor
}

/** Signs webhooks with a new secret, and for one day with the old one as well. Returns the new secret. */
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

  async execute({ organizationId, by }: RotateWebhookSecretCommand): Promise<string> {
    const { secret, ciphertext } = this.#secrets.webhookSecret(organizationId)
    await this.#unitOfWork.run(async (tx) => {
      await tx.sharedSecrets.rotateWebhookSecret(organizationId, ciphertext, this.#clock.now())
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'webhookSecret.rotated', organizationId, by, subject })
    })
    this.#sharedSecrets.refreshWebhookSecrets(organizationId)
    return secret
  }
}
