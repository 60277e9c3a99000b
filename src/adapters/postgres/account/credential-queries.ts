import type { KeyHolder } from '../../../domain/account/api-key.ts'
import { CredentialQueries } from '../../../ports/account/credential-queries.ts'
import type { Database, Statement } from '../database.ts'
import { type KeyHolderRow, readKeyHolder } from './key-holder.ts'

const findKeyHolder: Statement = {
  name: 'find_key_holder',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, p.api_keys as plan_allows_api_keys
      from api_keys k
      join organizations o on o.id = k.organization_id
      join plans p on p.id = o.plan_id
     where k.digest = $1`,
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
    const [row] = await this.#database.read<KeyHolderRow>(findKeyHolder, [digest])
    return row === undefined ? null : readKeyHolder(row)
  }

  override async ingestTokenExists(digest: string): Promise<boolean> {
    return (await this.#database.read(findToken, [digest])).length > 0
  }
}
