import type { ApiKeyView, NamedKeyHolder } from '../../../../domain/account/api-keys/api-key.ts'
import type { CallerAccess, RequestRates } from '../../../../domain/account/api-keys/caller-access.ts'
import { type KeyRefusal, mostKeyRefusals } from '../../../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../../../domain/page.ts'
import { ApiKeyQueries } from '../../../../ports/account/api-keys.ts'
import type { Database, Statement } from '../../database.ts'
import { type KeyHolderRow, readKeyHolder } from '../../plan/key-holder.ts'
import { entity } from '../../rows.ts'
import { fieldsOf, type RowOf } from '../../schema/columns.ts'
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

const findKeyHolder: Statement = {
  name: 'find_key_holder',
  text: `
    select k.id, k.name, k.project_ids, k.organization_id, k.scopes, k.expires_at, k.revoked_at, p.api_keys as plan_allows_api_keys,
           k.requests_per_second as by_credential, p.requests_per_second as by_organization
      from api_keys k
      join organizations o on o.id = k.organization_id
      join plans p on p.id = o.plan_id
     where k.digest = $1`,
}

const findTokenHolder: Statement = {
  name: 'find_token_holder',
  text: `
    select t.organization_id, null::int as by_credential, p.requests_per_second as by_organization
      from (select organization_id from data_tables where ingest_token_digest = $1
            union all
            select organization_id from data_tables
             where previous_token_digest = $1 and previous_token_until > $2) t
      join organizations o on o.id = t.organization_id
      join plans p on p.id = o.plan_id`,
}

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

interface RateColumns {
  readonly by_credential: RowOf<'api_keys'>['requests_per_second']
  readonly by_organization: RowOf<'plans'>['requests_per_second']
}

type HolderRow = KeyHolderRow & RateColumns & Pick<RowOf<'api_keys'>, 'name' | 'project_ids'>

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

  override async keyHolder(
    digest: string,
  ): Promise<(NamedKeyHolder & { readonly rates: RequestRates }) | null> {
    const [row] = await this.#database.read<HolderRow>(findKeyHolder, [digest])
    const holder = row === undefined ? null : readKeyHolder(row)
    return row === undefined || holder === null
      ? null
      : { ...holder, name: row.name, projectIds: row.project_ids, rates: ratesFrom(row) }
  }

  override async tokenHolder(digest: string, now: Date): Promise<CallerAccess | null> {
    type Row = RateColumns & Pick<RowOf<'data_tables'>, 'organization_id'>
    const [row] = await this.#database.read<Row>(findTokenHolder, [digest, now])
    if (row === undefined) return null
    return { organizationId: row.organization_id, scopes: ['ingest'], rates: ratesFrom(row) }
  }
}

function ratesFrom(row: RateColumns): RequestRates {
  return { credential: row.by_credential, organization: row.by_organization }
}
