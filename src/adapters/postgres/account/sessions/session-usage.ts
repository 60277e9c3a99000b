import { SessionUsage } from '../../../../ports/account/session-usage.ts'
import type { Database, Statement } from '../../database.ts'
import { UsageBatch } from '../api-keys/usage-batch.ts'

const note: Statement = {
  name: 'note_session_usage',
  text: `
    update sessions s set seen_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(id, at)
     where s.id = u.id::uuid and coalesce(s.seen_at, s.created_at) < u.at`,
}

export class PostgresSessionUsage extends SessionUsage {
  readonly #uses: UsageBatch

  constructor(database: Database) {
    super()
    this.#uses = new UsageBatch(database, note)
  }

  override note(sessionId: string, at: Date): void {
    this.#uses.note(sessionId, at)
  }
}
