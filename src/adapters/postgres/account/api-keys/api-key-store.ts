import type { ApiKey, ApiKeyView } from '../../../../domain/account/api-keys/api-key.ts'
import { type KeyRefusal, maxKeyRefusals } from '../../../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../../../domain/page.ts'
import { ApiKeyStore } from '../../../../ports/account/api-keys.ts'
import type { Statement } from '../../database.ts'
import { type Executor, entity } from '../../rows.ts'
import { fieldsOf, type RowOf } from '../../schema/columns.ts'

const refusalFields = fieldsOf('api_key_refusals', 'at', 'method', 'path', 'httpStatus', 'code', 'ipAddress')

const listRefusals: Statement = {
  name: 'list_key_refusals',
  text: `
    select ${refusalFields.selected('r')} from api_key_refusals r
     where organization_id = $1 and api_key_id = $2
     order by at desc, id limit $3`,
}

const revokeAll: Statement = {
  name: 'revoke_all_api_keys',
  text: `
    update api_keys set revoked_at = $2
     where organization_id = $1 and (revoked_at is null or revoked_at > $2)
    returning id, name`,
}

const shared = [
  'id',
  'organizationId',
  'name',
  'scopes',
  'prefix',
  'last4',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'requestsPerSecond',
  'projectIds',
  'allowedNetworks',
] as const

const apiKeys = entity('api_keys', ...shared, 'digest')

const shownKeys = entity('api_keys', ...shared, 'lastUsedAt')

export class PostgresApiKeyStore extends ApiKeyStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>> {
    return shownKeys.within(this.#executor).page({ organizationId }, page)
  }

  override find(organizationId: string, id: string): Promise<ApiKeyView | null> {
    return shownKeys.within(this.#executor).find({ organizationId, id })
  }

  override refusals(organizationId: string, id: string): Promise<readonly KeyRefusal[]> {
    return this.#executor.read<KeyRefusal & Record<string, unknown>>(listRefusals, [
      organizationId,
      id,
      maxKeyRefusals,
    ])
  }

  override add(key: ApiKey): Promise<void> {
    return apiKeys.within(this.#executor).add(key)
  }

  override lock(organizationId: string, id: string): Promise<ApiKey | null> {
    return apiKeys.within(this.#executor).lock({ organizationId, id })
  }

  override async save({ id, name, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await apiKeys.within(this.#executor).patch({ id }, { name, expiresAt, revokedAt })
  }

  override revokeAll(organizationId: string, at: Date): Promise<readonly Pick<ApiKey, 'id' | 'name'>[]> {
    return this.#executor.write<Pick<RowOf<'api_keys'>, 'id' | 'name'>>(revokeAll, [organizationId, at])
  }
}
