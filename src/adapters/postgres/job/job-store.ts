import type { JobStatus } from '../../../domain/job/job.ts'
import type { JobStore, RetryAnswer } from '../../../ports/job/job-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const lockStatus: Statement = {
  name: 'lock_job',
  text: 'select status from jobs where id = $2 and organization_id = $1 for no key update',
}

// Waits for the marks that are under way, and keeps others from being made until it is committed: what is
// not marked when a cancel is answered is never sent.
const stopMarks: Statement = {
  name: 'stop_marks',
  text: 'select pg_advisory_xact_lock(job_key(p_job => $1))',
}

const cancel: Statement = {
  name: 'cancel_job',
  text: "update jobs set status = 'cancelled', finished_at = $2 where id = $1 and status in ('queued', 'running')",
}

// Its audience is no part of the ledger but the recipients themselves: nothing is left to be cut.
const retry: Statement = {
  name: 'retry_job',
  text: `
    insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                      from_seq, from_records, to_seq, to_records, cut_seq, created_at, retry_of)
    select $2, j.organization_id, j.spinner_id, j.spinner_version, j.data_table_id, 'app',
           0, 0, 0, f.failed, 0, $3, j.id
      from jobs j
      cross join (select count(*) as failed from recipients where job_id = $1 and state = 'failed') f
     where j.id = $1 and f.failed > 0
    returning id`,
}

const retrySlices: Statement = {
  name: 'retry_slices',
  text: `
    insert into slices (job_id, no, due_at)
    select $2, slice, now() from recipients where job_id = $1 and state = 'failed' group by slice`,
}

const retryRecipients: Statement = {
  name: 'retry_recipients',
  text: `
    insert into recipients (job_id, slice, record_id, step, due_at, updated_at)
    select $2, slice, record_id, step, now(), now() from recipients where job_id = $1 and state = 'failed'`,
}

// Locks the spinner, so that it is not deleted meanwhile; nothing where it was.
const obstacles: Statement = {
  name: 'obstacles_to_retry',
  text: `
    select exists (select from jobs r where r.retry_of = j.id) as retried, j.cleared_slices > 0 or j.cleared as cleared,
           exists (select from slices s where s.job_id = j.id and s.lease_until > now()) as working
      from jobs j join spinners s on s.id = j.spinner_id
     where j.id = $1 for no key update of s`,
}

const anyUnfinished: Statement = {
  name: 'any_unfinished_job',
  text: "select from jobs where spinner_id = $1 and status in ('queued', 'running') limit 1",
}

interface Obstacles {
  readonly retried: boolean
  readonly cleared: boolean
  readonly working: boolean
}

export class PostgresJobStore implements JobStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async lockStatus(organizationId: string, id: string): Promise<JobStatus | null> {
    const values = [organizationId, id]
    const [job] = await execute<{ status: JobStatus }>(this.#tx.connection, lockStatus, values)
    return job?.status ?? null
  }

  async cancel(id: string, at: Date): Promise<void> {
    const { connection } = this.#tx
    await Promise.all([execute(connection, stopMarks, [id]), execute(connection, cancel, [id, at])])
  }

  async retryFailed(id: string, newId: string, at: Date): Promise<RetryAnswer> {
    const { connection } = this.#tx
    const [found] = await execute<Obstacles>(connection, obstacles, [id])
    if (found === undefined) return 'deleted'
    if (found.retried) return 'already'
    if (found.cleared) return 'cleared'
    if (found.working) return 'working'
    if ((await execute(connection, retry, [id, newId, at])).length === 0) return 'none'
    await Promise.all([
      execute(connection, retrySlices, [id, newId]),
      execute(connection, retryRecipients, [id, newId]),
    ])
    return 'queued'
  }

  async anyUnfinishedOf(spinnerId: string): Promise<boolean> {
    return (await execute(this.#tx.connection, anyUnfinished, [spinnerId])).length > 0
  }
}
