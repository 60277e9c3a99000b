import { admit } from '../../../domain/account/api-key.ts'
import type { Caller } from '../../../domain/account/credential.ts'
import { isId } from '../../../domain/id.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  JobIntake,
  type JobOrder,
  type OrderStanding,
  type Started,
  type TriggerReceipt,
} from '../../../ports/job/job-intake.ts'
import { type KeyHolderRow, readKeyHolder } from '../account/key-holder.ts'
import type { Database, Statement } from '../database.ts'
import { type EarlierRow, earlierFrom } from '../earlier.ts'
import { retryingAlone } from '../lost-race.ts'
import { type MeterRow, readingFrom } from '../plan/meter-queries.ts'
import { SharedCommits } from '../shared-commits.ts'
import { sqlFunction } from '../sql-function.ts'

const startJobs = sqlFunction(
  'start_jobs',
  'p_now',
  'p_period',
  'entry_digests',
  'entry_organizations',
  'entry_spinners',
  'entry_jobs',
  'entry_keys',
  'entry_fingerprints',
  'entry_wishes',
  'named_entries',
  'named_ids',
  'named_seqs',
)

const findStanding: Statement = {
  name: 'find_standing_of_order',
  text: `
    select k.id, k.organization_id, k.scopes, k.expires_at, k.revoked_at, p.api_keys as plan_allows_api_keys,
           s.id is not null as is_published, i.fingerprint, i.answer,
           'jobs' as meter, coalesce(m.used, 0) as used, p.jobs as allowed
      from (select $1::text as digest, $2::uuid as organization_id, $3::uuid as spinner_id, $4::text as key) d
      left join api_keys k on k.digest = d.digest
      left join organizations o on o.id = coalesce(d.organization_id, k.organization_id)
      left join plans p on p.id = o.plan_id
      left join spinners s on s.id = d.spinner_id and s.organization_id = o.id and s.published_version is not null
      left join idempotency_keys i on i.organization_id = o.id and i.route = 'trigger:' || d.spinner_id and i.key = d.key
      left join meters m on m.organization_id = o.id and m.meter = 'jobs' and m.period = $5`,
}

interface StandingRow extends KeyHolderRow, MeterRow, EarlierRow<TriggerReceipt> {
  readonly is_published: boolean
}

interface StartedRow extends EarlierRow<TriggerReceipt> {
  readonly entry: number
  readonly organization_id: string
}

export class PostgresJobIntake extends JobIntake {
  readonly #database: Database
  readonly #clock: Clock
  /** All of an organization need the same meter: with a commit each they would queue for the disk one by one. */
  readonly #commits: SharedCommits<JobOrder, Started | null>

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
    this.#commits = new SharedCommits(
      { inFlight: 2, mostPerCommit: 64, enough: 8, mostWaiting: 2_048 },
      (orders) => this.#write(orders),
    )
  }

  override start(order: JobOrder): Promise<Started | null> {
    return this.#commits.submit(order)
  }

  override async standing({ caller, spinnerId, idempotency }: JobOrder): Promise<OrderStanding> {
    const now = this.#clock.now()
    const [row] = await this.#database.read<StandingRow>(findStanding, [
      digestOf(caller),
      organizationOf(caller),
      isId(spinnerId) ? spinnerId : null,
      idempotency?.key ?? null,
      periodOf(now),
    ])
    if (row === undefined) throw new Error('A standing is always one row')
    return {
      organizationId: organizationOf(caller) ?? admit(readKeyHolder(row), 'trigger', now).organizationId,
      earlier: earlierFrom(row),
      isPublished: row.is_published,
      reading: readingFrom(row),
    }
  }

  async #write(orders: readonly JobOrder[]): Promise<(Started | null)[]> {
    const now = this.#clock.now()
    const keyed = orders.some(({ idempotency }) => idempotency !== null)
    const call = startJobs({
      p_now: now,
      p_period: periodOf(now),
      entry_digests: orders.map(({ caller }) => digestOf(caller)),
      entry_organizations: orders.map(({ caller }) => organizationOf(caller)),
      entry_spinners: orders.map(({ spinnerId }) => spinnerId),
      entry_jobs: orders.map(({ jobId }) => jobId),
      entry_keys: keyed ? orders.map(({ idempotency }) => idempotency?.key ?? null) : null,
      entry_fingerprints: keyed ? orders.map(({ idempotency }) => idempotency?.fingerprint ?? null) : null,
      entry_wishes: null,
      named_entries: null,
      named_ids: null,
      named_seqs: null,
    })
    const started = await retryingAlone(orders.length, () => this.#database.write<StartedRow>(...call))
    const answers = new Map(started.map((row) => [row.entry, row]))
    return orders.map((_, index) => {
      const row = answers.get(index + 1)
      return row === undefined ? null : { organizationId: row.organization_id, earlier: earlierFrom(row) }
    })
  }
}

function digestOf(caller: Caller): string | null {
  return caller.kind === 'session' ? null : caller.digest
}

function organizationOf(caller: Caller): string | null {
  return caller.kind === 'session' ? caller.organizationId : null
}
