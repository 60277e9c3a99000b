import type { ApiKey } from '../../../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../../../domain/account/api-keys/scope.ts'
import type { ApiKeyStore } from '../../../../ports/account/api-keys.ts'
import { execute, type Statement } from '../../database.ts'
import { everyColumnOf, type OpenTransaction, pick, Row, within } from '../../rows.ts'

const revokeAll: Statement = {
  name: 'revoke_all_api_keys',
  text: `
    update api_keys set revoked_at = $2
     where organization_id = $1 and (revoked_at is null or revoked_at > $2)
    returning id, name`,
}

export const apiKeyColumns = everyColumnOf<ApiKey>()(
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
)

class ApiKeyRow extends Row {
  static override tableName = 'api_keys'
  declare id: string
  declare organizationId: string
  declare name: string
  declare scopes: Scope[]
  declare digest: string
  declare prefix: string
  declare last4: string
  declare createdAt: Date
  declare expiresAt: Date | null
  declare revokedAt: Date | null
  declare requestsPerSecond: number | null
}

export class PostgresApiKeyStore implements ApiKeyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(key: ApiKey): Promise<void> {
    await within(this.#tx, ApiKeyRow).insert({ ...pick(key, apiKeyColumns), scopes: [...key.scopes] })
  }

  async lock(organizationId: string, id: string): Promise<ApiKey | null> {
    const row = await within(this.#tx, ApiKeyRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, apiKeyColumns)
  }

  async save({ id, name, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await within(this.#tx, ApiKeyRow).findById(id).patch({ name, expiresAt, revokedAt })
  }

  revokeAll(organizationId: string, at: Date): Promise<Pick<ApiKey, 'id' | 'name'>[]> {
    return execute(this.#tx.connection, revokeAll, [organizationId, at])
  }
}
