import type { ApiKey } from '../../../../domain/account/api-keys/api-key.ts'
import type { ApiKeyStore } from '../../../../ports/account/api-keys.ts'
import { execute, type Statement } from '../../database.ts'
import { entity, type OpenTransaction } from '../../rows.ts'
import type { RowOf } from '../../schema/columns.ts'

const revokeAll: Statement = {
  name: 'revoke_all_api_keys',
  text: `
    update api_keys set revoked_at = $2
     where organization_id = $1 and (revoked_at is null or revoked_at > $2)
    returning id, name`,
}

const apiKeys = entity(
  'api_keys',
  'id',
  'organizationId',
  'name',
  'scopes',
  'digest',
  'prefix',
  'last4',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'requestsPerSecond',
  'projectIds',
  'allowedNetworks',
)

export class PostgresApiKeyStore implements ApiKeyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  add(key: ApiKey): Promise<void> {
    return apiKeys.within(this.#tx).add(key)
  }

  lock(organizationId: string, id: string): Promise<ApiKey | null> {
    return apiKeys.within(this.#tx).lock({ organizationId, id })
  }

  async save({ id, name, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await apiKeys.within(this.#tx).patch({ id }, { name, expiresAt, revokedAt })
  }

  revokeAll(organizationId: string, at: Date): Promise<Pick<ApiKey, 'id' | 'name'>[]> {
    return execute<Pick<RowOf<'api_keys'>, 'id' | 'name'>>(this.#tx.connection, revokeAll, [
      organizationId,
      at,
    ])
  }
}
