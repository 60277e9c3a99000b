import { CredentialUsage } from '../../../ports/account/credential-usage.ts'
import type { Database, Statement } from '../database.ts'
import { UsageBatch } from './usage-batch.ts'

const noteKeys: Statement = {
  name: 'note_key_usage',
  text: `
    update api_keys k set last_used_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(digest, at)
     where k.digest = u.digest and (k.last_used_at is null or k.last_used_at < u.at)`,
}

const noteSessions: Statement = {
  name: 'note_session_usage',
  text: `
    update sessions s set seen_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(id, at)
     where s.id = u.id::uuid and coalesce(s.seen_at, s.created_at) < u.at`,
}

export class PostgresCredentialUsage extends CredentialUsage {
  readonly #keys: UsageBatch
  readonly #sessions: UsageBatch

  constructor(database: Database) {
    super()
    this.#keys = new UsageBatch(database, noteKeys)
    this.#sessions = new UsageBatch(database, noteSessions)
  }

  override noteKey(digest: string, at: Date): void {
    this.#keys.note(digest, at)
  }

  override noteSession(sessionId: string, at: Date): void {
    this.#sessions.note(sessionId, at)
  }
}
