import type pg from 'pg'
import { actorIdOf } from '../../../../domain/account/audit/actor.ts'
import { type AuditEntry, type AuditEvent, auditEntry } from '../../../../domain/account/audit/audit-entry.ts'
import type { DraftPart } from '../../../../domain/spinner/draft-parts.ts'
import type { AuditStore, DraftChanges } from '../../../../ports/account/audit.ts'
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

const addAll: Statement = {
  name: 'add_audit_events',
  text: `
    insert into audit_events
      (id, organization_id, at, action, actor, subject, request_id, address, before, after)
    select id, "organizationId", at, action, actor, subject, "requestId", address,
           nullif(before, 'null'), nullif(after, 'null')
      from jsonb_to_recordset($1::jsonb) as e(
        id uuid, "organizationId" uuid, at timestamptz, action text, actor jsonb, subject jsonb, "requestId" text,
        address text, before jsonb, after jsonb)`,
}

// The literal action lets PostgreSQL use the index audit_events_draft_changes.
const findDraftChanges: Statement = {
  name: 'find_draft_changes',
  text: `
    select distinct part
      from audit_events e cross join lateral jsonb_array_elements_text(e.after -> 'parts') part
     where e.organization_id = $1 and e.action = 'spinner.changed' and e.subject ->> 'id' = $2 and e.at > $3
       and e.actor ->> 'kind' = $4
       and coalesce(e.actor ->> 'userId', e.actor ->> 'apiKeyId') is not distinct from $5`,
}

/** Writes an audit entry in the transaction of a connection. */
export async function addAuditEntry(
  connection: pg.Client,
  { id, organizationId, at, action, by, subject, before, after }: AuditEntry,
): Promise<void> {
  const { requestId, address, ...actor } = by
  const values = [id, organizationId, at, action, actor, subject, requestId, address, before, after]
  await execute(connection, add, values)
}

const forget = sqlFunction('forget_audit_events', 'p_organization', 'p_before', 'p_most')

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
    await addAuditEntry(this.#tx.connection, auditEntry(this.#ids.next(), this.#clock.now(), event))
  }

  async addAll(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return
    const entries = events.map((event) => {
      const { by, ...entry } = auditEntry(this.#ids.next(), this.#clock.now(), event)
      const { requestId, address, ...actor } = by
      return { ...entry, actor, requestId, address }
    })
    await execute(this.#tx.connection, addAll, [JSON.stringify(entries)])
  }

  async draftPartsChangedBy({
    organizationId,
    spinnerId,
    by,
    since,
  }: DraftChanges): Promise<ReadonlySet<DraftPart>> {
    const values = [organizationId, spinnerId, since, by.kind, actorIdOf(by)]
    const rows = await execute<{ part: DraftPart }>(this.#tx.connection, findDraftChanges, values)
    return new Set(rows.map(({ part }) => part))
  }

  async forget(before: Date, most: number): Promise<number> {
    const call = forget({ p_organization: null, p_before: before, p_most: most })
    const [row] = await execute<{ forgotten: number }>(this.#tx.connection, ...call)
    return row?.forgotten ?? 0
  }
}
