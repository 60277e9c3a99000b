import { storedNetwork } from '../../../domain/account/api-keys/allowed-networks.ts'
import { maskedKey } from '../../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../../domain/account/api-keys/scope.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError, type ErrorItem } from '../../../domain/errors.ts'
import { assertAllowsApiKeys } from '../../../domain/plan/plan-cap.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../lock-open.ts'

export interface CreateApiKeyCommand {
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly requestsPerSecond: number | null
  /** The ids of the projects to which the key is limited; null for the whole organization. */
  readonly projectIds: readonly string[] | null
  /** The networks, in CIDR notation, from which the key is accepted; null for any address. */
  readonly allowedNetworks: readonly string[] | null
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
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
    allowedNetworks: networks,
    by,
    sessionId = null,
    ...described
  }: CreateApiKeyCommand): Promise<CreatedApiKey> {
    const createdAt = this.#clock.now()
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw new DomainError('VALIDATION_FAILED', {
        message: 'The expiry of an API key must not be in the past',
        errors: [{ pointer: '/expiresAt', code: 'IN_THE_PAST' }],
      })
    }
    const allowedNetworks = networks && storedNetworks(networks)
    const id = this.#ids.next()
    const { secret, ...kept } = this.#secrets.apiKey()
    await this.#unitOfWork.run(async (tx) => {
      await lockOpen(tx, { organizationId, by, sessionId, at: createdAt })
      assertAllowsApiKeys(await tx.plans.of(organizationId))
      await assertProjects(tx, organizationId, described.projectIds ?? [])
      await tx.apiKeys.add({
        ...described,
        allowedNetworks,
        ...kept,
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
          hint: maskedKey(kept),
          expiresAt: expiresAt?.toISOString() ?? null,
          ...(projectIds === null ? {} : { projectIds }),
          ...(allowedNetworks === null ? {} : { allowedNetworks }),
        },
      })
    })
    return { id, secret }
  }
}

/** Returns networks in the spelling in which they are stored, each once. Throws for a text that is no network. */
function storedNetworks(sent: readonly string[]): readonly string[] {
  const stored = sent.map(storedNetwork)
  const errors: ErrorItem[] = stored.flatMap((network, index) =>
    network === null
      ? [
          {
            pointer: `/allowedNetworks/${index}`,
            code: 'NOT_A_NETWORK',
            message: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
          },
        ]
      : [],
  )
  if (errors.length > 0)
    throw new DomainError('VALIDATION_FAILED', { message: 'A network is not valid', errors })
  return [...new Set(stored.filter((network) => network !== null))]
}

/**
 * Throws if the organization lacks one of the projects. Locks them in the order of their ids; otherwise two
 * requests could deadlock.
 */
async function assertProjects(
  tx: Transaction,
  organizationId: string,
  projectIds: readonly string[],
): Promise<void> {
  for (const id of projectIds.toSorted()) {
    if ((await tx.projects.lock(organizationId, id)) !== null) continue
    const pointer = `/projectIds/${projectIds.indexOf(id)}`
    const message = 'must be the id of a project of the organization'
    throw new DomainError('VALIDATION_FAILED', {
      message: `The request is not valid: ${pointer} ${message}`,
      errors: [{ pointer, code: 'UNKNOWN_PROJECT', message }],
    })
  }
}
