import { type AuditEvent, auditEntry } from '../../../../domain/account/audit/audit-entry.ts'
import type { AuditStore } from '../../../../ports/account/audit.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Ids } from '../../../../ports/ids.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import { sqlFunction } from '../../sql-function.ts'

const add: Statement = {
  name: 'add_audit_event',
  text: `
    insert into audit_events
      (id, organization_id, at, action, actor, subject, request_id, address, before, after)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

const forget = sqlFunction('forget_audit_events', 'p_before', 'p_most')

export class PostgresAuditStore implements AuditStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(tx: OpenTransaction, clock: Clock, ids: Ids) {
    this.#tx = tx
    this.#clock = clock
    this.#ids = ids
  }

  async add(event: AuditEvent): Promise<void> {
    const { id, organizationId, at, action, by, subject, before, after } = auditEntry(
      this.#ids.next(),
      this.#clock.now(),
      event,
    )
    const { requestId, address, ...actor } = by
    const values = [id, organizationId, at, action, actor, subject, requestId, address, before, after]
    await execute(this.#tx.connection, add, values)
  }

  async forget(before: Date, most: number): Promise<number> {
    const call = forget({ p_before: before, p_most: most })
    const [row] = await execute<{ forgotten: number }>(this.#tx.connection, ...call)
    return row?.forgotten ?? 0
  }
}
