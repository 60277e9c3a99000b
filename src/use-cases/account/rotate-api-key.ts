import { DomainError } from '../../domain/errors.ts'
import { assertAllowsApiKeys } from '../../domain/plan/plan-cap.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import type { CreatedApiKey } from './create-api-key.ts'

export interface RotateApiKeyCommand {
  readonly organizationId: string
  readonly apiKeyId: string
  /** For so long both work, so that senders can be moved over one by one. */
  readonly graceSeconds: number
}

/** A new key in the place of an old one, with the same name, scopes and expiry. */
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

  async execute({ organizationId, apiKeyId, graceSeconds }: RotateApiKeyCommand): Promise<CreatedApiKey> {
    const id = this.#ids.next()
    const { secret, ...kept } = this.#secrets.apiKey()
    await this.#unitOfWork.run(async (tx) => {
      const old = await tx.apiKeys.lock(organizationId, apiKeyId)
      if (old === null) throw new DomainError('NOT_FOUND', { message: 'API key not found' })
      const now = this.#clock.now()
      if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
        throw new DomainError('CONFLICT', {
          message: 'The key was rotated, revoked or has expired; create a new one',
        })
      }
      assertAllowsApiKeys(await tx.plans.of(organizationId))
      await tx.apiKeys.save({ ...old, revokedAt: new Date(now.getTime() + graceSeconds * 1000) })
      await tx.apiKeys.add({ ...old, ...kept, id, createdAt: now, revokedAt: null })
    })
    return { id, secret }
  }
}
