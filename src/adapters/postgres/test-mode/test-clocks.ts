import type { Lease } from '../../../domain/job/slice.ts'
import type { AdvanceFault, TestClock } from '../../../domain/test-mode/test-clock.ts'
import type { Inbound } from '../../../domain/test-mode/test-rules.ts'
import {
  type CredentialOwner,
  type DueAnswer,
  type PlannedReaction,
  TestClocks,
} from '../../../ports/test-mode/test-clocks.ts'
import type { Database, Statement } from '../database.ts'
import { SharedReads } from '../shared-reads.ts'
import { sqlFunction } from '../sql-function.ts'
import { type ClockColumns, clockColumns, clockFrom } from './clock-columns.ts'

const isTest: Statement = {
  name: 'is_test_organization',
  text: 'select test_of is not null as test from organizations where id = $1',
}

const findClock: Statement = {
  name: 'find_test_clock',
  text: `select ${clockColumns} from test_clocks c where c.organization_id = $1`,
}

const findOwner: Statement = {
  name: 'find_owner_of_credential',
  text: `
    select organization_id as id from api_keys where digest = $1
    union all
    select organization_id from data_tables where ingest_token_digest = $1 or previous_token_digest = $1
    union all
    select organization_id from event_tokens where digest = $1
     limit 1`,
}

// Takes the lease of a test organization's clock. The lease ends by the database's clock, because the clocks
// of runtimes may differ.
const hold: Statement = {
  name: 'hold_test_clock',
  text: `
    update test_clocks c set lease_holder = $2, lease_until = clock_timestamp() + make_interval(secs => $3)
     where c.organization_id = $1 and (c.lease_until is null or c.lease_until <= clock_timestamp())
    returning ${clockColumns}`,
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
        on conflict do nothing`,
}

const findAnswers: Statement = {
  name: 'find_due_test_answers',
  text: `
    select a.job_id as "jobId", a.slice, a.record_id as "recordId", a.step, a.due_at as "dueAt", a.answer, m.address
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

interface AnswerRow {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
  readonly dueAt: Date
  readonly answer: Inbound
  readonly address: string | null
}

export class PostgresTestClocks extends TestClocks {
  readonly #database: Database
  /** Caches, by organization, whether it is a test organization; this never changes. */
  readonly #tests = new Map<string, boolean>()
  /**
   * Caches the organization of each credential, by the credential's digest. A credential always stays in its
   * organization.
   */
  readonly #owners = new Map<string, string>()
  readonly #looks = new SharedReads<string | null>()

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async isTest(organizationId: string): Promise<boolean> {
    const known = this.#tests.get(organizationId)
    if (known !== undefined) return known
    const [row] = await this.#database.read<{ test: boolean }>(isTest, [organizationId])
    if (row === undefined) return false
    cache(this.#tests, organizationId, row.test)
    return row.test
  }

  override async find(organizationId: string): Promise<TestClock | null> {
    const [row] = await this.#database.read<ClockColumns & Record<string, unknown>>(findClock, [
      organizationId,
    ])
    return row === undefined ? null : clockFrom(row)
  }

  override async ofCredential(digest: string): Promise<CredentialOwner | null> {
    const owner = this.#owners.get(digest) ?? (await this.#ownerOf(digest))
    if (owner === null) return null
    return { clock: (await this.isTest(owner)) ? await this.find(owner) : null }
  }

  /**
   * Returns the organization of a credential, by its digest. Requests that bring the same credential at the
   * same time share one query.
   */
  #ownerOf(digest: string): Promise<string | null> {
    return this.#looks.read(digest, async () => {
      const [row] = await this.#database.read<{ id: string }>(findOwner, [digest])
      if (row !== undefined) cache(this.#owners, digest, row.id)
      return row?.id ?? null
    })
  }

  override async hold(organizationId: string, { holder, seconds }: Lease): Promise<TestClock | null> {
    const values = [organizationId, holder, seconds]
    const [row] = await this.#database.write<ClockColumns & Record<string, unknown>>(hold, values)
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
    const rows = await this.#database.read<{ id: string }>(findUnattended, [most])
    return rows.map(({ id }) => id)
  }

  override async keepAnswer(organizationId: string, answer: PlannedReaction): Promise<void> {
    const { place, dueAt, inbound } = answer
    const { jobId, slice, recordId, step } = place
    const values = [
      organizationId,
      jobId,
      slice,
      recordId,
      step,
      inbound.kind,
      dueAt,
      JSON.stringify(inbound),
    ]
    await this.#database.write(keepAnswer, values)
  }

  override async dueAnswers(organizationId: string, now: Date, most: number): Promise<readonly DueAnswer[]> {
    const rows = await this.#database.read<AnswerRow & Record<string, unknown>>(findAnswers, [
      organizationId,
      now,
      most,
    ])
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
}

/** Caches a value that never changes. Removes the oldest value if the cache is full. */
function cache<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}
