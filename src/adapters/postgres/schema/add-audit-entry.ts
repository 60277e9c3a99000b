import type pg from 'pg'
import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { execute, type Statement } from '../database.ts'

const add: Statement = {
  name: 'add_audit_event',
  text: `
    insert into audit_events
      (id, organization_id, at, action, actor, subject, request_id, ip_address, before, after)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Writes an audit entry in the transaction of a connection. */
export async function addAuditEntry(
  connection: pg.Client,
  { id, organizationId, at, action, by, subject, before, after }: AuditEntry,
): Promise<void> {
  const { requestId, ipAddress, ...actor } = by
  const values = [id, organizationId, at, action, actor, subject, requestId, ipAddress, before, after]
  await execute(connection, add, values)
}
