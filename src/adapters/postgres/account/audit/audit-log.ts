import type { AuditEntry } from '../../../../domain/account/audit/audit-entry.ts'
import type { AuditFilter } from '../../../../domain/account/audit/audit-filter.ts'
import { idAfter, type Page, type PageOf } from '../../../../domain/page.ts'
import { AuditLog } from '../../../../ports/account/audit.ts'
import type { Database, Statement } from '../../database.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'

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
  'address',
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

export class PostgresAuditLog extends AuditLog {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> {
    const { organizationId, since, until, action, account, actor, subject } = filter
    const rows = await this.#database.read<Row>(organizationId === null ? listAll : listOfOrganization, [
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
    const found = rows.filter(({ id }) => id !== null)
    const items = found.slice(0, page.limit)
    const last = found.length > page.limit ? items.at(-1)?.id : rows[0]?.lookedTo
    return { items: items.map(entryOf), next: last ?? null }
  }
}

function entryOf({ actor, requestId, address, lookedTo: _lookedTo, ...entry }: Row): AuditEntry {
  return { ...entry, by: { ...actor, requestId, address } }
}
