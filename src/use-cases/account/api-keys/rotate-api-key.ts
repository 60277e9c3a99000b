import { maskedKey } from '../../../domain/account/api-keys/api-key.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertAllowsApiKeys } from '../../../domain/plan/plan-cap.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../lock-open.ts'
import type { CreatedApiKey } from './create-api-key.ts'

export interface RotateApiKeyCommand {
  readonly organizationId: string
  readonly apiKeyId: string
  /**
   * The time in seconds during which the old and the new API key work, so that sources can switch one by one.
   */
  readonly graceSeconds: number
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
}

/** Replaces an API key by a new one with the same name, scopes and expiry. */
export class RotateApiKey {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: RotateApiKeyCommand): Promise<CreatedApiKey> {
    const { organizationId, apiKeyId, graceSeconds, by, sessionId = null } = command
    const id = this.#ids.next()
    const { secret, ...kept } = this.#secrets.apiKey()
    await this.#unitOfWork.run(async (tx) => {
      const now = this.#clock.now()
      // Locks the organization before the key; otherwise a transaction that ends all keys could wait for the old key
      // and miss the new one.
      await lockOpen(tx, { organizationId, by, sessionId, at: now })
      const old = await tx.apiKeys.lock(organizationId, apiKeyId)
      if (old === null) throw new DomainError('NOT_FOUND', { message: 'API key not found' })
      if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
        throw new DomainError('CONFLICT', {
          message: 'The API key was already rotated or revoked, or has expired; create a new one',
        })
      }
      assertAllowsApiKeys(await tx.plans.of(organizationId))
      const revokedAt = new Date(now.getTime() + graceSeconds * 1000)
      await tx.apiKeys.save({ ...old, revokedAt })
      await tx.apiKeys.add({ ...old, ...kept, id, createdAt: now, revokedAt: null })
      await tx.audit.add({
        action: 'apiKey.rotated',
        organizationId,
        by,
        subject: { kind: 'apiKey', id: old.id, name: old.name },
        before: { scopes: old.scopes, hint: maskedKey(old) },
        after: { apiKeyId: id, hint: maskedKey(kept), revokedAt: revokedAt.toISOString() },
      })
    })
    return { id, secret }
  }
}
