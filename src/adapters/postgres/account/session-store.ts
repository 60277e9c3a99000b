import type { Session, SessionEnd, SignInClient } from '../../../domain/account/session.ts'
import type { SessionStore } from '../../../ports/account/stores/session-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const endAll: Statement = {
  name: 'end_sessions_of_user',
  text: 'update sessions set ended_at = $3, how_ended = $2 where user_id = $1 and ended_at is null',
}

const replaceToken: Statement = {
  name: 'replace_token_of_user',
  text: `
    update sessions set ended_at = $2, how_ended = 'replaced'
     where user_id = $1 and kind = 'token' and ended_at is null`,
}

const endOwn: Statement = {
  name: 'end_own_session',
  text: `
    update sessions set ended_at = $4, how_ended = $3
     where user_id = $1 and id = $2 and ended_at is null and expires_at > $4
    returning kind, user_agent as "userAgent", address`,
}

const endOthers: Statement = {
  name: 'end_other_sessions_of_user',
  text: 'update sessions set ended_at = $4, how_ended = $3 where user_id = $1 and id <> $2 and ended_at is null',
}

// Why a session ended is of no use after a month.
const forget: Statement = {
  name: 'forget_sessions',
  text: "delete from sessions where user_id = $1 and coalesce(ended_at, expires_at) < $2::timestamptz - interval '30 days'",
}

const start: Statement = {
  name: 'start_session',
  text: `
    insert into sessions (id, user_id, created_at, expires_at, kind, user_agent, address, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
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

  async start(session: Session): Promise<void> {
    const { connection } = this.#tx
    const { id, userId, createdAt, expiresAt, kind, userAgent, address, seenAt } = session
    await Promise.all([
      ...(kind === 'token' ? [execute(connection, replaceToken, [userId, createdAt])] : []),
      execute(connection, forget, [userId, createdAt]),
      execute(connection, start, [id, userId, createdAt, expiresAt, kind, userAgent, address, seenAt]),
    ])
  }

  async endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null> {
    const [ended] = await execute<SignInClient>(this.#tx.connection, endOwn, [userId, id, how, at])
    return ended ?? null
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
