import type { ConnectState, StateFault } from '../../../domain/sender/connect-state.ts'
import type { ConnectStateStore } from '../../../ports/sender/connect-state-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const add: Statement = {
  name: 'add_connect_state',
  text: `
    with outdated as (
      delete from connect_states where expires_at < $7::timestamptz - interval '1 day'
    )
    insert into connect_states
      (digest, kind, organization_id, user_id, session_id, checks, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const take: Statement = {
  name: 'take_connect_state',
  text: `
    update connect_states set used_at = $3
     where digest = $1 and session_id = $2 and used_at is null and expires_at > $3
    returning digest, kind, organization_id as "organizationId", user_id as "userId", session_id as "sessionId",
              checks, created_at as "createdAt", expires_at as "expiresAt"`,
}

const fault: Statement = {
  name: 'fault_of_connect_state',
  text: `
    select case when session_id <> $2 then 'otherSession' when used_at is not null then 'used' else 'expired' end as fault
      from connect_states where digest = $1`,
}

export class PostgresConnectStateStore implements ConnectStateStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(state: ConnectState): Promise<void> {
    const { digest, kind, organizationId, userId, sessionId, checks, createdAt, expiresAt } = state
    const values = [digest, kind, organizationId, userId, sessionId, checks, createdAt, expiresAt]
    await execute(this.#tx.connection, add, values)
  }

  async take(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault> {
    const { connection } = this.#tx
    const [state] = await execute<ConnectState>(connection, take, [digest, sessionId, at])
    if (state !== undefined) return state
    const [row] = await execute<{ fault: StateFault }>(connection, fault, [digest, sessionId])
    return row?.fault ?? 'unknown'
  }
}
