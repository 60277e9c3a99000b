import { invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { TestTimelineEntry } from '../../../domain/test-mode/timeline.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { TestCall, TimelineFilter } from '../../../ports/test-mode/test-clocks.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { openedHead } from '../sender/message/logged-rows.ts'

const none = 'null::text'
const micros = 'round(extract(epoch from e.at) * 1000000)::bigint'

// Lists the timeline of a test organization. Each page reads the whole timeline, because test organizations
// are small.
const listTimeline: Statement = {
  name: 'list_test_timeline',
  text: `
    with e as (
      select 'm-message-' || m.id as id, m.created_at as at, 'message' as kind, m.address as email, m.record_id, j.spinner_id,
             m.job_id, m.step, m.id as message_id, m.ciphertext as head, null::bytea as call, m.sender_id, m.status as status,
             m.server_response as text, null::uuid as call_id
        from message_log m left join jobs j on j.id = m.job_id
       where m.organization_id = $1
      union all
      select 'm-' || c.kind || '-' || c.id, c.at, c.kind, p.address, c.record_id, j.spinner_id, c.job_id, c.step, null, null,
             c.ciphertext, null, c.outcome, ${none}, c.id
        from test_calls c left join jobs j on j.id = c.job_id
        left join lateral (
          select m.address from message_log m where m.job_id = c.job_id and m.record_id = c.record_id limit 1) p on true
       where c.organization_id = $1
      union all
      select 'm-inbound-' || a.kind || '-' || a.job_id || '-' || a.record_id || '-' || a.step
               || '-' || round(extract(epoch from a.due_at) * 1000)::bigint, a.played_at, a.kind, m.address,
             a.record_id, j.spinner_id, a.job_id, a.step, m.id, m.ciphertext, null, m.sender_id, m.status, a.answer ->> 'text', null
        from test_answers a
        left join jobs j on j.id = a.job_id
        left join message_log m on m.job_id = a.job_id and m.record_id = a.record_id and m.step = a.step
       where a.organization_id = $1 and a.played_at is not null and a.kind <> 'unsubscribe'
      union all
      select 'm-unsubscribed-' || md5(s.email || s.at), s.at, 'unsubscribed', s.email, null, null, null, null, null, null, null,
             null, null, ${none}, null
        from suppression_events s where s.organization_id = $1 and s.kind = 'unsubscribed'
      union all
      select 'a-started-' || j.id, coalesce(j.started_at, j.created_at), 'started', null, null, j.spinner_id, j.id, null, null,
             null, null, null, j.source, ${none}, null
        from jobs j where j.organization_id = $1 and j.started_at is not null
      union all
      select 'z-finished-' || j.id, j.finished_at, 'finished', null, null, j.spinner_id, j.id, null, null, null, null, null,
             j.status, j.error, null
        from jobs j where j.organization_id = $1 and j.finished_at is not null
      union all
      select 'n-' || r.status || '-' || r.job_id || '-' || r.record_id, r.updated_at, r.status, p.address, r.record_id, j.spinner_id,
             r.job_id, r.step, null, null, null, null, r.reason, r.error, null
        from jobs j join recipients r on r.job_id = j.id
        left join lateral (
          select m.address from message_log m where m.job_id = r.job_id and m.record_id = r.record_id limit 1) p on true
       where j.organization_id = $1
         -- Leaves out an unconfirmed recipient whose message is in the timeline, because the entry of the
         -- message says that it is unconfirmed.
         and (r.status in ('skipped', 'failed', 'stopped') or (r.status = 'unconfirmed' and not exists (
           select from message_log m where m.job_id = r.job_id and m.record_id = r.record_id and m.step = r.step)))
    )
    select e.*, s.email as sender, ${micros}::text as micros
      from e left join senders s on s.id = e.sender_id
     where ($2::uuid is null or e.spinner_id = $2) and ($3::text is null or e.email = $3)
       and ($4::bigint is null or (${micros}, e.id) > ($4, $5))
     order by ${micros}, e.id limit $6`,
}

const addCall: Statement = {
  name: 'add_test_call',
  text: `
    insert into test_calls (id, organization_id, kind, job_id, record_id, step, at, outcome, ciphertext)
    select $1, $2, $3, j.id, $5, $6, $7, $8, $9 from jobs j where j.id = $4 for key share`,
}

interface EntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: TestTimelineEntry['kind']
  readonly email: string | null
  readonly record_id: string | null
  readonly spinner_id: string | null
  readonly job_id: string | null
  readonly step: number | null
  readonly message_id: string | null
  readonly head: Buffer | null
  readonly call: Buffer | null
  readonly call_id: string | null
  readonly sender: TableFields<'senders'>['email'] | null
  readonly status: string | null
  readonly text: string | null
  readonly micros: string
}

type CallContent = Pick<TestCall, 'method' | 'url' | 'body' | 'serverResponse'>

/** Returns a page of a timeline: see `TestClockStore.timeline`. */
export async function timelineOf(
  executor: Executor,
  sealing: Sealing,
  organizationId: string,
  { spinnerId, email }: TimelineFilter,
  page: Page,
): Promise<PageOf<TestTimelineEntry>> {
  const [micro, id] = afterOf(page)
  const values = [organizationId, spinnerId, email, micro, id, page.limit + 1]
  const rows = await executor.read<EntryRow & Record<string, unknown>>(listTimeline, values)
  const { items, ...rest } = pageOf(rows, page, (row) => `${row.micros}.${row.id}`)
  return { ...rest, items: items.map((row) => entryOf(row, sealing)) }
}

/** Stores a call of a webhook or guard step: see `TestClockStore.addCall`. */
export async function addTestCall(executor: Executor, sealing: Sealing, call: TestCall): Promise<void> {
  const { id, organizationId, kind, jobId, recordId, step, at, outcome, method, url, body, serverResponse } =
    call
  const content: CallContent = { method, url, body, serverResponse }
  const sealed = sealing.sealBytes(Buffer.from(JSON.stringify(content)), { kind: 'test call', id })
  await executor.write(addCall, [id, organizationId, kind, jobId, recordId, step, at, outcome, sealed])
}

function entryOf(row: EntryRow, sealing: Sealing): TestTimelineEntry {
  const head = row.head && row.message_id && openedHead(row.head, row.message_id, sealing)
  const content = contentIn(row, sealing)
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    email: row.email,
    recordId: row.record_id,
    spinnerId: row.spinner_id,
    jobId: row.job_id,
    step: row.step,
    messageId: row.message_id,
    subject: head ? head.subject : null,
    sender: row.sender,
    url: content === null ? null : `${content.method} ${content.url}`,
    status: row.status,
    text: content === null ? row.text : (content.serverResponse ?? content.body),
  }
}

function contentIn({ call, call_id: id }: EntryRow, sealing: Sealing): CallContent | null {
  if (call === null || id === null) return null
  const bytes = sealing.openBytes(call, { kind: 'test call', id })
  return bytes === null ? null : (JSON.parse(bytes.toString()) as CallContent)
}

function afterOf({ after }: Page): readonly [string | null, string | null] {
  if (after === null) return [null, null]
  const [, micro, id] = /^(\d{1,18})\.([\w-]{1,150})$/.exec(after) ?? []
  if (micro === undefined || id === undefined) throw invalidCursor()
  return [micro, id]
}
