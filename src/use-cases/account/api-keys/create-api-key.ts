import { maskedKey } from '../../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertAllowsApiKeys } from '../../../domain/plan/plan-cap.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface CreateApiKeyCommand {
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly requestsPerSecond: number | null
  readonly by: Actor
}

/** A new API key. Its secret is shown only once, in this result. */
export interface CreatedApiKey {
  readonly id: string
  readonly secret: string
}

export class CreateApiKey {
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

  async execute({
    organizationId,
    expiresAt,
    by,
    ...described
  }: CreateApiKeyCommand): Promise<CreatedApiKey> {
    const createdAt = this.#clock.now()
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw new DomainError('VALIDATION_FAILED', {
        message: 'The expiry of an API key must not be in the past',
        errors: [{ pointer: '/expiresAt', code: 'IN_THE_PAST' }],
      })
    }
    const id = this.#ids.next()
    const { secret, ...kept } = this.#secrets.apiKey()
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      assertAllowsApiKeys(await tx.plans.of(organizationId))
      await tx.apiKeys.add({
        ...described,
        ...kept,
        id,
        organizationId,
        createdAt,
        expiresAt,
        revokedAt: null,
      })
      const { name, scopes, requestsPerSecond } = described
      await tx.audit.add({
        action: 'apiKey.created',
        organizationId,
        by,
        subject: { kind: 'apiKey', id, name },
        after: {
          scopes,
          requestsPerSecond,
          hint: maskedKey(kept),
          expiresAt: expiresAt?.toISOString() ?? null,
        },
      })
    })
    return { id, secret }
  }
}
