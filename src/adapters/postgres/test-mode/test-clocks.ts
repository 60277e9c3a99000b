import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { Lease } from '../../../domain/job/slice.ts'
import { invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { AdvanceFault, TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { TimelineEntry } from '../../../domain/test-mode/timeline.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import {
  type DueAnswer,
  type PlannedReaction,
  type StoredReaction,
  type TestCall,
  TestClocks,
  type TimelineFilter,
} from '../../../ports/test-mode/test-clocks.ts'
import { type Database, execute, type Statement } from '../database.ts'
import { addAuditEntry } from '../schema/add-audit-entry.ts'
import { fieldsOf, type OuterJoined, type Selected, type TableFields } from '../schema/columns.ts'
import { openedHead } from '../sender/message/logged-rows.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { type ClockRow, clockFrom, storedClocks } from './clock-columns.ts'

const isTest: Statement = {
  name: 'is_test_organization',
  text: 'select test_of is not null as test from organizations where id = $1',
}

const findClock: Statement = {
  name: 'find_test_clock',
  text: `select ${storedClocks.selected('c')} from test_clocks c where c.organization_id = $1`,
}

// Takes the lease of a test organization's clock. The lease ends by the database's clock, because the clocks
// of runtimes may differ.
const hold: Statement = {
  name: 'hold_test_clock',
  text: `
    update test_clocks c set lease_holder = $2, lease_until = clock_timestamp() + make_interval(secs => $3)
     where c.organization_id = $1 and (c.lease_until is null or c.lease_until <= clock_timestamp())
    returning ${storedClocks.selected('c')}`,
}

const moveTo: Statement = {
  name: 'move_test_clock',
  text: `
    update test_clocks
       set now = $4, moments = moments + 1, lease_until = clock_timestamp() + make_interval(secs => $3)
     where organization_id = $1 and lease_holder = $2
    returning organization_id`,
}

const end: Statement = {
  name: 'end_advance_of_test_clock',
  text: `
    update test_clocks set target = null, error = $3::jsonb where organization_id = $1 and lease_holder = $2
    returning organization_id`,
}

const letGo: Statement = {
  name: 'let_go_of_test_clock',
  text: `
    update test_clocks set lease_holder = null, lease_until = null where organization_id = $1 and lease_holder = $2`,
}

const findUnattended: Statement = {
  name: 'find_unattended_test_clocks',
  text: `
    select organization_id as id from test_clocks
     where (target is not null or lease_holder is not null)
       and (lease_until is null or lease_until <= clock_timestamp())
     order by random() limit $1`,
}

const keepAnswer: Statement = {
  name: 'keep_test_answer',
  text: `
    insert into test_answers (organization_id, job_id, slice, record_id, step, kind, due_at, answer)
    select $1, $2, $3, $4, $5, $6, $7, $8
     where exists (select from jobs j where j.id = $2 for key share)
        or exists (select from messages m where m.job_id = $2 and m.record_id = $4 and m.step = $5)
        on conflict do nothing
    returning 1`,
}

// Compares a reaction with the stored reaction of the same kind to the same message at the same time.
const compareAnswer: Statement = {
  name: 'compare_test_answer',
  text: `
    select case when answer <> $6::jsonb then 'other' when played_at is null then 'pending' else 'played' end as result
      from test_answers where job_id = $1 and record_id = $2 and step = $3 and kind = $4 and due_at = $5`,
}

const answerFields = fieldsOf('test_answers', 'jobId', 'slice', 'recordId', 'step', 'dueAt', 'answer')

const findAnswers: Statement = {
  name: 'find_due_test_answers',
  text: `
    select ${answerFields.selected('a')}, m.address
      from test_answers a
      left join messages m on m.job_id = a.job_id and m.record_id = a.record_id and m.step = a.step
     where a.organization_id = $1 and a.due_at <= $2 and a.played_at is null
     order by a.due_at, a.job_id, a.record_id, a.step limit $3`,
}

const notePlayed: Statement = {
  name: 'note_played_test_answer',
  text: `
    update test_answers set played_at = $6
     where job_id = $1 and record_id = $2 and step = $3 and kind = $4 and due_at = $5`,
}

const nextDue = sqlFunction('next_due_of_organization', 'p_organization', 'p_now')

const wake = sqlFunction('wake_organization', 'p_organization', 'p_now')

const mostKnown = 20_000

type AnswerRow = Selected<typeof answerFields> & OuterJoined<Pick<TableFields<'messages'>, 'address'>>

const none = 'null::text'
const micros = 'round(extract(epoch from e.at) * 1000000)::bigint'

// Lists the timeline of a test organization. Each page reads the whole timeline, because test organizations
// are small.
const listTimeline: Statement = {
  name: 'list_test_timeline',
  text: `
    with e as (
      select 'm-message-' || m.id as id, m.created_at as at, 'message' as kind, m.address as email, m.record_id, j.spinner_id,
             m.job_id, m.step, m.id as message_id, m.ciphertext as head, null::bytea as call, m.sender_id, m.state as status,
             m.words as text, null::uuid as call_id
        from messages m left join jobs j on j.id = m.job_id
       where m.organization_id = $1
      union all
      select 'm-' || c.kind || '-' || c.id, c.at, c.kind, p.address, c.record_id, j.spinner_id, c.job_id, c.step, null, null,
             c.ciphertext, null, c.outcome, ${none}, c.id
        from test_calls c left join jobs j on j.id = c.job_id
        left join lateral (
          select m.address from messages m where m.job_id = c.job_id and m.record_id = c.record_id limit 1) p on true
       where c.organization_id = $1
      union all
      select 'm-inbound-' || a.kind || '-' || a.job_id || '-' || a.record_id || '-' || a.step
               || '-' || round(extract(epoch from a.due_at) * 1000)::bigint, a.played_at, a.kind, m.address,
             a.record_id, j.spinner_id, a.job_id, a.step, m.id, m.ciphertext, null, m.sender_id, m.state, a.answer ->> 'text', null
        from test_answers a
        left join jobs j on j.id = a.job_id
        left join messages m on m.job_id = a.job_id and m.record_id = a.record_id and m.step = a.step
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
      select 'n-' || r.state || '-' || r.job_id || '-' || r.record_id, r.updated_at, r.state, p.address, r.record_id, j.spinner_id,
             r.job_id, r.step, null, null, null, null, r.reason, r.error, null
        from jobs j join recipients r on r.job_id = j.id
        left join lateral (
          select m.address from messages m where m.job_id = r.job_id and m.record_id = r.record_id limit 1) p on true
       where j.organization_id = $1
         -- Leaves out an unconfirmed recipient whose message is in the timeline, because the entry of the
         -- message says that it is unconfirmed.
         and (r.state in ('skipped', 'failed', 'stopped') or (r.state = 'unconfirmed' and not exists (
           select from messages m where m.job_id = r.job_id and m.record_id = r.record_id and m.step = r.step)))
    )
    select e.*, s.address as sender, ${micros}::text as micros
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

interface OrganizationRow {
  readonly id: TableFields<'test_clocks'>['organizationId']
}

interface EntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: TimelineEntry['kind']
  readonly email: string | null
  readonly record_id: string | null
  readonly spinner_id: string | null
  readonly job_id: string | null
  readonly step: number | null
  readonly message_id: string | null
  readonly head: Buffer | null
  readonly call: Buffer | null
  readonly call_id: string | null
  readonly sender: TableFields<'senders'>['address'] | null
  readonly status: string | null
  readonly text: string | null
  readonly micros: string
}

type Said = Pick<TestCall, 'method' | 'url' | 'body' | 'words'>

export class PostgresTestClocks extends TestClocks {
  readonly #database: Database
  readonly #sealing: Sealing
  /** Caches, by organization, whether it is a test organization; this never changes. */
  readonly #tests = new Map<string, boolean>()

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async isTest(organizationId: string): Promise<boolean> {
    const known = this.#tests.get(organizationId)
    if (known !== undefined) return known
    const [row] = await this.#database.read<{ test: boolean }>(isTest, [organizationId])
    if (row === undefined) return false
    this.#tests.set(organizationId, row.test)
    const [oldest] = this.#tests.keys()
    if (this.#tests.size > mostKnown && oldest !== undefined) this.#tests.delete(oldest)
    return row.test
  }

  override async find(organizationId: string): Promise<TestClock | null> {
    const [row] = await this.#database.read<ClockRow>(findClock, [organizationId])
    return row === undefined ? null : clockFrom(row)
  }

  override async hold(organizationId: string, { holder, seconds }: Lease): Promise<TestClock | null> {
    const values = [organizationId, holder, seconds]
    const [row] = await this.#database.write<ClockRow>(hold, values)
    return row === undefined ? null : clockFrom(row)
  }

  override async moveTo(organizationId: string, { holder, seconds }: Lease, now: Date): Promise<boolean> {
    return (await this.#database.write(moveTo, [organizationId, holder, seconds, now])).length > 0
  }

  override async end(
    organizationId: string,
    { holder }: Lease,
    fault: AdvanceFault | null,
  ): Promise<boolean> {
    const error = fault === null ? null : JSON.stringify(fault)
    return (await this.#database.write(end, [organizationId, holder, error])).length > 0
  }

  override async letGo(organizationId: string, { holder }: Lease): Promise<void> {
    await this.#database.write(letGo, [organizationId, holder])
  }

  override async wake(organizationId: string, now: Date): Promise<void> {
    await this.#database.write(...wake({ p_organization: organizationId, p_now: now }))
  }

  override async nextDue(organizationId: string, now: Date): Promise<Date | null> {
    const call = nextDue({ p_organization: organizationId, p_now: now })
    const [row] = await this.#database.read<{ next_due_of_organization: Date | null }>(...call)
    return row?.next_due_of_organization ?? null
  }

  override async unattended(most: number): Promise<readonly string[]> {
    const rows = await this.#database.read<OrganizationRow>(findUnattended, [most])
    return rows.map(({ id }) => id)
  }

  override async keepAnswer(
    organizationId: string,
    answer: PlannedReaction,
    audit: AuditEntry | null = null,
  ): Promise<StoredReaction> {
    const { place, dueAt, inbound } = answer
    const { jobId, slice, recordId, step } = place
    const reaction = JSON.stringify(inbound)
    return inTransaction(this.#database, async (connection) => {
      const values = [organizationId, jobId, slice, recordId, step, inbound.kind, dueAt, reaction]
      if ((await execute(connection, keepAnswer, values)).length > 0) {
        if (audit !== null) await addAuditEntry(connection, audit)
        return 'stored'
      }
      const slot = [jobId, recordId, step, inbound.kind, dueAt, reaction]
      const [stored] = await execute<{ result: StoredReaction }>(connection, compareAnswer, slot)
      return stored?.result ?? 'noMessage'
    })
  }

  override async dueAnswers(organizationId: string, now: Date, most: number): Promise<readonly DueAnswer[]> {
    const rows = await this.#database.read<AnswerRow>(findAnswers, [organizationId, now, most])
    return rows.map(({ answer, jobId, slice, recordId, step, dueAt, address }) => ({
      place: { jobId, slice, recordId, step },
      dueAt,
      address,
      inbound: answer,
    }))
  }

  override async notePlayed({ place, dueAt, inbound }: PlannedReaction, at: Date): Promise<void> {
    const { jobId, recordId, step } = place
    await this.#database.write(notePlayed, [jobId, recordId, step, inbound.kind, dueAt, at])
  }

  override async timeline(
    organizationId: string,
    { spinnerId, email }: TimelineFilter,
    page: Page,
  ): Promise<PageOf<TimelineEntry>> {
    const [micro, id] = afterOf(page)
    const rows = await this.#database.read<EntryRow>(listTimeline, [
      organizationId,
      spinnerId,
      email,
      micro,
      id,
      page.limit + 1,
    ])
    const found = pageOf(rows, page, (row) => `${row.micros}.${row.id}`)
    return { ...found, items: found.items.map((row) => this.#entryOf(row)) }
  }

  override async addCall(call: TestCall): Promise<void> {
    const { id, organizationId, kind, jobId, recordId, step, at, outcome, method, url, body, words } = call
    const said: Said = { method, url, body, words }
    const sealed = this.#sealing.sealBytes(Buffer.from(JSON.stringify(said)), { kind: 'test call', id })
    const values = [id, organizationId, kind, jobId, recordId, step, at, outcome, sealed]
    await this.#database.write(addCall, values)
  }

  #entryOf(row: EntryRow): TimelineEntry {
    const head = row.head && row.message_id && openedHead(row.head, row.message_id, this.#sealing)
    const said = this.#saidIn(row)
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
      url: said === null ? null : `${said.method} ${said.url}`,
      status: row.status,
      text: said === null ? row.text : (said.words ?? said.body),
    }
  }

  #saidIn({ call, call_id: id }: EntryRow): Said | null {
    if (call === null || id === null) return null
    const bytes = this.#sealing.openBytes(call, { kind: 'test call', id })
    return bytes === null ? null : (JSON.parse(bytes.toString()) as Said)
  }
}

function afterOf({ after }: Page): readonly [string | null, string | null] {
  if (after === null) return [null, null]
  const [, micro, id] = /^(\d{1,18})\.([\w-]{1,150})$/.exec(after) ?? []
  if (micro === undefined || id === undefined) throw invalidCursor()
  return [micro, id]
}
