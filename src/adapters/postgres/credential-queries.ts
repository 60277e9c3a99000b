import type { KeyHolder } from '../../domain/organization/api-key.ts'
import { CredentialQueries } from '../../ports/credential-queries.ts'
import type { Database, Statement } from './database.ts'
import { type KeyHolderRow, readKeyHolder } from './key-holder.ts'

export const findKeyHolders: Statement = {
  name: 'find_key_holders',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, p.api_keys as plan_allows_api_keys
      from unnest($1::text[]) with ordinality d(digest, no)
      left join api_keys k on k.digest = d.digest
      left join organizations o on o.id = k.organization_id
      left join plans p on p.id = o.plan_id
     order by d.no`,
}

const findToken: Statement = {
  name: 'find_ingest_token',
  text: 'select from data_tables where ingest_token_digest = $1',
}

export class PostgresCredentialQueries extends CredentialQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async keyHolder(digest: string): Promise<KeyHolder | null> {
    const [row] = await this.#database.read<KeyHolderRow>(findKeyHolders, [[digest]])
    return row === undefined ? null : readKeyHolder(row)
  }

  override async ingestTokenExists(digest: string): Promise<boolean> {
    return (await this.#database.read(findToken, [digest])).length > 0
  }
}
