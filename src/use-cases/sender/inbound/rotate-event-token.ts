import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../../account/lock-open.ts'

export interface RotateEventTokenCommand {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
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

  async execute(command: RotateEventTokenCommand): Promise<string> {
    const { organizationId, provider, by, sessionId = null } = command
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
}
