import type { ApiKeyView } from '../../../../domain/account/api-keys/api-key.ts'
import { type KeyRefusal, mostKeyRefusals } from '../../../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../../../domain/page.ts'
import { ApiKeyQueries } from '../../../../ports/account/api-keys.ts'
import type { Database, Statement } from '../../database.ts'
import { entity } from '../../rows.ts'
import { fieldsOf } from '../../schema/columns.ts'
import { UsageBatch } from '../usage-batch.ts'
import { RefusalBatch } from './refusal-batch.ts'

const shownKeys = entity(
  'api_keys',
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
  'lastUsedAt',
)

const refusalFields = fieldsOf('api_key_refusals', 'at', 'method', 'path', 'status', 'code', 'address')

const listRefusals: Statement = {
  name: 'list_key_refusals',
  text: `
    select ${refusalFields.selected('r')} from api_key_refusals r
     where organization_id = $1 and api_key_id = $2
     order by at desc, id limit $3`,
}

const noteUses: Statement = {
  name: 'note_key_usage',
  text: `
    update api_keys k set last_used_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(digest, at)
     where k.digest = u.digest and (k.last_used_at is null or k.last_used_at < u.at)`,
}

export class PostgresApiKeyQueries extends ApiKeyQueries {
  readonly #database: Database
  readonly #uses: UsageBatch
  readonly #refusals: RefusalBatch

  constructor(database: Database) {
    super()
    this.#database = database
    this.#uses = new UsageBatch(database, noteUses)
    this.#refusals = new RefusalBatch(database)
  }

  override list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>> {
    return shownKeys.within(this.#database).page({ organizationId }, page)
  }

  override find(organizationId: string, id: string): Promise<ApiKeyView | null> {
    return shownKeys.within(this.#database).find({ organizationId, id })
  }

  override noteUse(digest: string, at: Date): void {
    this.#uses.note(digest, at)
  }

  override noteRefusal(digest: string, refusal: KeyRefusal): void {
    this.#refusals.note(digest, refusal)
  }

  override refusals(organizationId: string, id: string): Promise<readonly KeyRefusal[]> {
    return this.#database.read<KeyRefusal & Record<string, unknown>>(listRefusals, [
      organizationId,
      id,
      mostKeyRefusals,
    ])
  }
}
