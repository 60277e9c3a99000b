import { maskedKey } from '../../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertAllowsApiKeys } from '../../../domain/plan/plan-cap.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../../lock-open.ts'
import { assertProjects, storedNetworks } from './key-limits.ts'

export interface NewApiKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly requestsPerSecond: number | null
  /** The ids of the projects to which the key is limited; null for the whole organization. */
  readonly projectIds: readonly string[] | null
  /** The networks, in CIDR notation, from which the key is accepted; null for any address. */
  readonly allowedNetworks: readonly string[] | null
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
}

/** A new API key. Its secret is shown only once, in this result. */
export interface CreatedApiKey {
  readonly id: string
  readonly secret: string
}

/** The API keys of organizations. */
export class ApiKeys {
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

  async create(
    { organizationId, by }: Requester,
    { expiresAt, allowedNetworks: networks, sessionId = null, ...described }: NewApiKey,
  ): Promise<CreatedApiKey> {
    const createdAt = this.#clock.now()
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw new DomainError('VALIDATION_FAILED', {
        message: 'The expiry of an API key must not be in the past',
        errors: [{ pointer: '/expiresAt', code: 'IN_THE_PAST' }],
      })
    }
    const allowedNetworks = networks && storedNetworks(networks)
    const id = this.#ids.next()
    const { secret, ...stored } = this.#secrets.apiKey()
    await this.#unitOfWork.run(async (tx) => {
      await lockOpen(tx, { organizationId, by, sessionId, at: createdAt })
      assertAllowsApiKeys(await tx.plans.of(organizationId))
      await assertProjects(tx, organizationId, described.projectIds ?? [])
      await tx.apiKeys.add({
        ...described,
        allowedNetworks,
        ...stored,
        id,
        organizationId,
        createdAt,
        expiresAt,
        revokedAt: null,
      })
      const { name, scopes, requestsPerSecond, projectIds } = described
      await tx.audit.add({
        action: 'apiKey.created',
        organizationId,
        by,
        subject: { kind: 'apiKey', id, name },
        after: {
          scopes,
          requestsPerSecond,
          hint: maskedKey(stored),
          expiresAt: expiresAt?.toISOString() ?? null,
          ...(projectIds === null ? {} : { projectIds }),
          ...(allowedNetworks === null ? {} : { allowedNetworks }),
        },
      })
    })
    return { id, secret }
  }

  /**
   * Replaces an API key by a new one with the same name, scopes and expiry. Returns the new key, and the time until
   * which the old one works; null if it ended at once.
   */
  async rotate(
    { organizationId, by }: Requester,
    apiKeyId: string,
    {
      graceSeconds,
      sessionId = null,
    }: {
      /**
       * The time in seconds during which the old and the new API key work, so that sources can switch one by one.
       */
      readonly graceSeconds: number
      /** The id of the session that sent the request; null or absent if no session did. */
      readonly sessionId?: string | null
    },
  ): Promise<CreatedApiKey & { readonly previousUntil: Date | null }> {
    const id = this.#ids.next()
    const { secret, ...stored } = this.#secrets.apiKey()
    const previousUntil = await this.#unitOfWork.run(async (tx) => {
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
      await tx.apiKeys.add({ ...old, ...stored, id, createdAt: now, revokedAt: null })
      await tx.audit.add({
        action: 'apiKey.rotated',
        organizationId,
        by,
        subject: { kind: 'apiKey', id: old.id, name: old.name },
        before: { scopes: old.scopes, hint: maskedKey(old) },
        after: { apiKeyId: id, hint: maskedKey(stored), revokedAt: revokedAt.toISOString() },
      })
      return graceSeconds === 0 ? null : revokedAt
    })
    return { id, secret, previousUntil }
  }

  /**
   * Ends an API key, also one in the grace period of its rotation. The effect is immediate, because every
   * request looks the key up in its own commit.
   */
  async revoke({ organizationId, by }: Requester, apiKeyId: string): Promise<void> {
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
