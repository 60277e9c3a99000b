import { actorIdOf } from '../../../../domain/account/audit/actor.ts'
import { type AuditEntry, type AuditEvent, auditEntry } from '../../../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../../../domain/account/audit/audit-filter.ts'
import { idAfter, type Page, type PageOf } from '../../../../domain/page.ts'
import type { DraftPart } from '../../../../domain/spinner/draft-parts.ts'
import { AuditStore, type DraftChanges } from '../../../../ports/account/audit.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { Ids } from '../../../../ports/ids.ts'
import { type Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import { addAuditEntry } from '../../schema/add-audit-entry.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'

/**
 * The number of audit entries that one statement reads. This takes a few milliseconds, however few entries
 * match the filter.
 */
const window = 5_000

const entries = fieldsOf(
  'audit_events',
  'id',
  'organizationId',
  'at',
  'action',
  'actor',
  'subject',
  'requestId',
  'ipAddress',
  'before',
  'after',
)

/**
 * Returns the SQL statement that reads the next part of the audit log and lists the entries that match a
 * filter. Each row also has the id of the last entry read, from which the next part continues. If no entry
 * matches, there is one row with that id alone. The search ends once all entries read are older than the
 * filter.
 */
function listIn(name: string, whose: string): Statement {
  return {
    name,
    text: `
      with looked as materialized (
        select * from audit_events
         where ${whose} and id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
         order by id desc limit ${window}
      ), found as (
        select ${entries.selected()} from looked
         where ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
           and ($5::text is null or starts_with(action, $5))
           and ($6::text is null or $6 in (actor->>'email', subject->>'name', after->>'email'))
           and ($8::text is null or $8 in (actor->>'kind', actor->>'email', actor->>'userId', actor->>'apiKeyId', actor->>'name'))
           and ($9::text is null or $9 in (subject->>'kind', subject->>'id', subject->>'name'))
         order by id desc limit $7
      )
      select found.*,
             (select case when count(*) = ${window} and ($3::timestamptz is null or max(at) >= $3)
                          then min(id::text) end from looked) as "lookedTo"
        from (values (1)) one left join found on true order by found.id desc`,
  }
}

const listAll = listIn('list_audit_events', '$1::uuid is null')

const listOfOrganization = listIn('list_audit_events_of_organization', 'organization_id = $1')

interface Row extends Selected<typeof entries> {
  /** The id of the last audit entry that was read, where the next page begins; null if no entry follows. */
  readonly lookedTo: string | null
}

const addAll: Statement = {
  name: 'add_audit_events',
  text: `
    insert into audit_events
      (id, organization_id, at, action, actor, subject, request_id, ip_address, before, after)
    select id, "organizationId", at, action, actor, subject, "requestId", "ipAddress",
           nullif(before, 'null'), nullif(after, 'null')
      from jsonb_to_recordset($1::jsonb) as e(
        id uuid, "organizationId" uuid, at timestamptz, action text, actor jsonb, subject jsonb, "requestId" text,
        "ipAddress" text, before jsonb, after jsonb)`,
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

const forget = sqlFunction('forget_audit_events', 'p_organization', 'p_before', 'p_most')

export class PostgresAuditStore extends AuditStore {
  readonly #executor: Executor
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(executor: Executor, clock: Clock, ids: Ids) {
    super()
    this.#executor = executor
    this.#clock = clock
    this.#ids = ids
  }

  override async list(filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> {
    const { organizationId, since, until, action, account, actor, subject } = filter
    const rows = await this.#executor.read<Row>(organizationId === null ? listAll : listOfOrganization, [
      organizationId,
      idAfter(page),
      since,
      until,
      action,
      account,
      page.limit + 1,
      actor,
      subject,
    ])
    const withEntry = rows.filter(({ id }) => id !== null)
    const items = withEntry.slice(0, page.limit)
    const last = withEntry.length > page.limit ? items.at(-1)?.id : rows[0]?.lookedTo
    return { items: items.map(entryOf), next: last ?? null }
  }

  override async add(event: AuditEvent): Promise<void> {
    const entry = auditEntry(this.#ids.next(), this.#clock.now(), event)
    await this.#executor.onConnection((connection) => addAuditEntry(connection, entry))
  }

  override async addAll(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return
    const rows = events.map((event) => {
      const { by, ...entry } = auditEntry(this.#ids.next(), this.#clock.now(), event)
      const { requestId, ipAddress, ...actor } = by
      return { ...entry, actor, requestId, ipAddress }
    })
    await this.#executor.write(addAll, [JSON.stringify(rows)])
  }

  override async draftPartsChangedBy({
    organizationId,
    spinnerId,
    by,
    since,
  }: DraftChanges): Promise<ReadonlySet<DraftPart>> {
    const values = [organizationId, spinnerId, since, by.kind, actorIdOf(by)]
    const rows = await this.#executor.read<{ part: DraftPart }>(findDraftChanges, values)
    return new Set(rows.map(({ part }) => part))
  }

  override async forget(before: Date, most: number): Promise<number> {
    const call = forget({ p_organization: null, p_before: before, p_most: most })
    const [row] = await this.#executor.write<{ forgotten: number }>(...call)
    return row?.forgotten ?? 0
  }
}

function entryOf({ actor, requestId, ipAddress, lookedTo: _lookedTo, ...entry }: Row): AuditEntry {
  return { ...entry, by: { ...actor, requestId, ipAddress } }
}
