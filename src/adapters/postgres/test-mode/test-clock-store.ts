import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import type { Lease } from '../../../domain/job/slice.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import type { NextEvent } from '../../../domain/test-mode/next-event.ts'
import type { AdvanceFault, TestClock } from '../../../domain/test-mode/test-clock.ts'
import { noRules } from '../../../domain/test-mode/test-rules.ts'
import type { TestTimelineEntry } from '../../../domain/test-mode/timeline.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import {
  type DueAnswer,
  type PlannedReaction,
  type RunningTest,
  type StoredReaction,
  type TestCall,
  TestClockStore,
  type TestCopy,
  type TimelineFilter,
} from '../../../ports/test-mode/test-clocks.ts'
import { deleteOfOrganization } from '../cell/clearing.ts'
import { execute, type Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { addAuditEntry } from '../schema/add-audit-entry.ts'
import { fieldsOf, type OuterJoined, type Selected, type TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { addTestCall, timelineOf } from './test-timeline.ts'

const storedClocks = entity(
  'test_clocks',
  'organizationId',
  'now',
  'begunAt',
  'target',
  'stopsAtMessage',
  'moments',
  'error',
  'rules',
)

const organizations = entity('organizations', 'testOf')

const copies = entity('test_copies', 'organizationId', 'kind', 'originalId', 'copyId', 'revision')

type ClockRow = Selected<typeof storedClocks>

const findOrganization: Statement = {
  name: 'find_test_organization',
  text: `
    select o.id from organizations o join test_clocks c on c.organization_id = o.id where o.test_of = $1`,
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
        or exists (select from message_log m where m.job_id = $2 and m.record_id = $4 and m.step = $5)
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
      left join message_log m on m.job_id = a.job_id and m.record_id = a.record_id and m.step = a.step
     where a.organization_id = $1 and a.due_at <= $2 and a.played_at is null
     order by a.due_at, a.job_id, a.record_id, a.step limit $3`,
}

const notePlayed: Statement = {
  name: 'note_played_test_answer',
  text: `
    update test_answers set played_at = $6
     where job_id = $1 and record_id = $2 and step = $3 and kind = $4 and due_at = $5`,
}

const nextEvent = sqlFunction('next_event_of_organization', 'p_organization', 'p_now')

const countPausedJobs: Statement = {
  name: 'count_paused_jobs',
  text: "select count(*)::int as paused from jobs where organization_id = $1 and status = 'paused'",
}

const findMessageAfter: Statement = {
  name: 'find_test_message_after',
  text: `
    select 1 as found where exists (select from message_log where organization_id = $1 and created_at > $2)
        or exists (select from test_calls where organization_id = $1 and kind = 'webhook' and at > $2)`,
}

const listTests: Statement = {
  name: 'list_tests_of_spinners',
  text: `
    select s.id as "spinnerId", c.original_id as "originalSpinnerId", s.project_id as "projectId",
           s.data_table_id as "dataTableId", s.name, s.created_at as "createdAt",
           (select j.id from jobs j where j.organization_id = c.organization_id and j.spinner_id = s.id
             order by j.id limit 1) as "jobId"
      from test_copies c join spinners s on s.id = c.copy_id
     where c.organization_id = $1 and c.kind = 'testedSpinner'
     order by s.id desc`,
}

const removeJobsOf = sqlFunction('remove_jobs_of_tested_spinner', 'p_organization', 'p_spinner')

const wake = sqlFunction('wake_organization', 'p_organization', 'p_now')

interface NextEventRow {
  readonly at: Date
  readonly kind: NextEvent['kind']
  readonly spinner_id: string | null
  readonly reason: NextEvent['reason']
}

type AnswerRow = Selected<typeof answerFields> & OuterJoined<Pick<TableFields<'message_log'>, 'address'>>

export class PostgresTestClockStore extends TestClockStore {
  readonly #executor: Executor
  readonly #sealing: Sealing

  constructor(executor: Executor, sealing: Sealing) {
    super()
    this.#executor = executor
    this.#sealing = sealing
  }

  override async find(organizationId: string): Promise<TestClock | null> {
    const [row] = await this.#executor.read<ClockRow>(findClock, [organizationId])
    return row === undefined ? null : clockFrom(row)
  }

  override async add({ from: begunAt, ...clock }: TestClock): Promise<void> {
    await storedClocks.within(this.#executor).add({ ...clock, begunAt })
  }

  override async organizationOf(realId: string): Promise<string | null> {
    const [row] = await this.#executor.read<{ id: string }>(findOrganization, [realId])
    return row?.id ?? null
  }

  override async realOf(organizationId: string): Promise<string | null> {
    return (await organizations.within(this.#executor).find({ id: organizationId }))?.testOf ?? null
  }

  override async lock(organizationId: string): Promise<TestClock | null> {
    const row = await storedClocks.within(this.#executor).lock({ organizationId })
    return row && clockFrom(row)
  }

  override async save({ organizationId, from: begunAt, ...clock }: TestClock): Promise<void> {
    await storedClocks.within(this.#executor).patch({ organizationId }, { ...clock, begunAt })
  }

  override async copies(organizationId: string): Promise<readonly TestCopy[]> {
    const rows = await copies.within(this.#executor).list({ organizationId }, 'kind', 'originalId')
    return rows.map(({ organizationId: _organizationId, ...copy }) => copy)
  }

  override async keepCopy(organizationId: string, copy: TestCopy): Promise<void> {
    await copies.within(this.#executor).remove({ organizationId, copyId: copy.copyId })
    await copies.within(this.#executor).put({ ...copy, organizationId })
  }

  override async empty(organizationId: string, month: string): Promise<void> {
    await inTransaction(this.#executor, (connection) =>
      deleteOfOrganization(connection, organizationId, month),
    )
  }

  override async hold(organizationId: string, { holder, seconds }: Lease): Promise<TestClock | null> {
    const values = [organizationId, holder, seconds]
    const [row] = await this.#executor.write<ClockRow>(hold, values)
    return row === undefined ? null : clockFrom(row)
  }

  override async moveTo(organizationId: string, { holder, seconds }: Lease, now: Date): Promise<boolean> {
    return (await this.#executor.write(moveTo, [organizationId, holder, seconds, now])).length > 0
  }

  override async end(
    organizationId: string,
    { holder }: Lease,
    fault: AdvanceFault | null,
  ): Promise<boolean> {
    const error = fault === null ? null : JSON.stringify(fault)
    return (await this.#executor.write(end, [organizationId, holder, error])).length > 0
  }

  override async letGo(organizationId: string, { holder }: Lease): Promise<void> {
    await this.#executor.write(letGo, [organizationId, holder])
  }

  override async wake(organizationId: string, now: Date): Promise<void> {
    await this.#executor.write(...wake({ p_organization: organizationId, p_now: now }))
  }

  override async nextEvent(organizationId: string, now: Date): Promise<NextEvent | null> {
    const call = nextEvent({ p_organization: organizationId, p_now: now })
    const [row] = await this.#executor.read<NextEventRow>(...call)
    return row === undefined
      ? null
      : { at: row.at, kind: row.kind, spinnerId: row.spinner_id, reason: row.reason }
  }

  override async pausedJobs(organizationId: string): Promise<number> {
    const [row] = await this.#executor.read<{ paused: number }>(countPausedJobs, [organizationId])
    return row?.paused ?? 0
  }

  override async hasMessageAfter(organizationId: string, time: Date): Promise<boolean> {
    return (await this.#executor.read(findMessageAfter, [organizationId, time])).length > 0
  }

  override tests(organizationId: string): Promise<readonly RunningTest[]> {
    return this.#executor.read<RunningTest & Record<string, unknown>>(listTests, [organizationId])
  }

  override async removeJobsOf(organizationId: string, spinnerId: string | null): Promise<boolean> {
    const call = removeJobsOf({ p_organization: organizationId, p_spinner: spinnerId })
    const [row] = await this.#executor.write<{ others: boolean }>(...call)
    return row?.others === true
  }

  override async unattended(most: number): Promise<readonly string[]> {
    const rows = await this.#executor.read<{ id: string }>(findUnattended, [most])
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
    return inTransaction(this.#executor, async (connection) => {
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
    const rows = await this.#executor.read<AnswerRow>(findAnswers, [organizationId, now, most])
    return rows.map(({ answer, jobId, slice, recordId, step, dueAt, address }) => ({
      place: { jobId, slice, recordId, step },
      dueAt,
      address,
      inbound: answer,
    }))
  }

  override async notePlayed({ place, dueAt, inbound }: PlannedReaction, at: Date): Promise<void> {
    const { jobId, recordId, step } = place
    await this.#executor.write(notePlayed, [jobId, recordId, step, inbound.kind, dueAt, at])
  }

  override timeline(
    organizationId: string,
    filter: TimelineFilter,
    page: Page,
  ): Promise<PageOf<TestTimelineEntry>> {
    return timelineOf(this.#executor, this.#sealing, organizationId, filter, page)
  }

  override addCall(call: TestCall): Promise<void> {
    return addTestCall(this.#executor, this.#sealing, call)
  }
}

function clockFrom({ begunAt: from, rules, ...clock }: ClockRow): TestClock {
  return { ...clock, from, rules: { ...noRules, ...rules } }
}
