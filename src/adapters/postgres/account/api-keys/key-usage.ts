import { KeyUsage } from '../../../../ports/account/key-usage.ts'
import type { Database, Statement } from '../../database.ts'
import { UsageBatch } from './usage-batch.ts'

const note: Statement = {
  name: 'note_key_usage',
  text: `
    update api_keys k set last_used_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(digest, at)
     where k.digest = u.digest and (k.last_used_at is null or k.last_used_at < u.at)`,
}

export class PostgresKeyUsage extends KeyUsage {
  readonly #uses: UsageBatch

  constructor(database: Database) {
    super()
    this.#uses = new UsageBatch(database, note)
  }

  override note(digest: string, at: Date): void {
    this.#uses.note(digest, at)
  }
}
