import { maskedKey } from '../../../domain/account/api-keys/api-key.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * Ends an API key, also one in the grace period of its rotation. The effect is immediate, because every
 * request looks the key up in its own commit.
 */
export class RevokeApiKey {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, by }: Requester, apiKeyId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const key = await tx.apiKeys.lock(organizationId, apiKeyId)
      if (key === null) throw new DomainError('NOT_FOUND', { message: 'API key not found' })
      const now = this.#clock.now()
      if (key.revokedAt !== null && key.revokedAt <= now) return
      await tx.apiKeys.save({ ...key, revokedAt: now })
      const subject = { kind: 'apiKey', id: key.id, name: key.name } as const
      const before = { scopes: key.scopes, hint: maskedKey(key) }
      await tx.audit.add({ action: 'apiKey.revoked', organizationId, by, subject, before })
    })
  }
}
