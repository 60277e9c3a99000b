import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RotateEventTokenCommand {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly by: Actor
}

/**
 * Creates a new URL for a mail provider's events and ends the previous one. Returns the secret in the URL,
 * which is never shown again.
 */
export class RotateEventToken {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#clock = clock
  }

  async execute({ organizationId, provider, by }: RotateEventTokenCommand): Promise<string> {
    const { secret, digest } = this.#secrets.eventToken()
    await this.#unitOfWork.run(async (tx) => {
      await tx.sharedSecrets.putEventToken({ organizationId, provider, digest, createdAt: this.#clock.now() })
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'eventToken.rotated', organizationId, by, subject, after: { provider } })
    })
    return secret
  }
}
