import type { Session, SessionEnd } from '../../../domain/account/session.ts'
import type { SessionStore } from '../../../ports/account/stores/session-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const endAll: Statement = {
  name: 'end_sessions_of_user',
  text: 'update sessions set ended_at = $3, how_ended = $2 where user_id = $1 and ended_at is null',
}

const endOthers: Statement = {
  name: 'end_other_sessions_of_user',
  text: 'update sessions set ended_at = $4, how_ended = $3 where user_id = $1 and id <> $2 and ended_at is null',
}

// Why a session ended is of no use after a month.
const forget: Statement = {
  name: 'forget_sessions',
  text: "delete from sessions where user_id = $1 and ended_at < $2::timestamptz - interval '30 days'",
}

const start: Statement = {
  name: 'start_session',
  text: 'insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
}

const end: Statement = {
  name: 'end_session',
  text: 'update sessions set ended_at = $3, how_ended = $2 where id = $1 and ended_at is null',
}

export class PostgresSessionStore implements SessionStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async start({ id, userId, createdAt, expiresAt }: Session): Promise<void> {
    const { connection } = this.#tx
    await Promise.all([
      execute(connection, endAll, [userId, 'replaced', createdAt]),
      execute(connection, forget, [userId, createdAt]),
      execute(connection, start, [id, userId, createdAt, expiresAt]),
    ])
  }

  async end(id: string, how: SessionEnd, at: Date): Promise<void> {
    await execute(this.#tx.connection, end, [id, how, at])
  }

  async endOthers({ id, userId }: Pick<Session, 'id' | 'userId'>, how: SessionEnd, at: Date): Promise<void> {
    await execute(this.#tx.connection, endOthers, [userId, id, how, at])
  }

  async endAll(userId: string, how: SessionEnd, at: Date): Promise<void> {
    await execute(this.#tx.connection, endAll, [userId, how, at])
  }
}
