import type { ApiKeyView } from '../../../../domain/account/api-keys/api-key.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../../domain/page.ts'
import { ApiKeyQueries } from '../../../../ports/account/api-keys.ts'
import type { Database, Statement } from '../../database.ts'
import { selected } from '../../rows.ts'
import { apiKeyColumns } from './api-key-store.ts'

const shown = apiKeyColumns.filter((name) => name !== 'digest')
const columns = `${selected(shown)}, last_used_at as "lastUsedAt"`

const list: Statement = {
  name: 'list_api_keys',
  text: `
    select ${columns} from api_keys
     where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
}

const find: Statement = {
  name: 'find_api_key',
  text: `select ${columns} from api_keys where organization_id = $1 and id = $2`,
}

export class PostgresApiKeyQueries extends ApiKeyQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    return pageOf(await this.#database.read<ApiKeyView>(list, values), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<ApiKeyView | null> {
    const [row] = await this.#database.read<ApiKeyView>(find, [organizationId, id])
    return row ?? null
  }
}
