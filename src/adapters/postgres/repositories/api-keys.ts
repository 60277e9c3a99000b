import type { ApiKey, KeyHolder } from '../../../domain/organization/api-key.ts'
import type { ApiKeyStore } from '../../../ports/unit-of-work.ts'
import { findKeyHolders } from '../credential-queries.ts'
import { execute } from '../database.ts'
import { type KeyHolderRow, readKeyHolder } from '../key-holder.ts'
import { ApiKeyRow, type Session, within } from '../rows.ts'

export class ApiKeyRepository implements ApiKeyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(key: ApiKey): Promise<void> {
    await within(this.#session, ApiKeyRow).insert({ ...key, scopes: [...key.scopes] })
  }

  async findHolders(digests: readonly string[]): Promise<readonly (KeyHolder | null)[]> {
    const rows = await execute<KeyHolderRow>(this.#session.connection, findKeyHolders, [digests])
    return rows.map(readKeyHolder)
  }
}
