import { countsOf, type JobSource, type JobStatus, type JobView } from '../../domain/job/job.ts'
import { JobQueries } from '../../ports/job-queries.ts'
import type { Database, Statement } from './database.ts'

const findJob: Statement = {
  name: 'find_job',
  text: `
    select j.id, j.organization_id, j.spinner_id, j.spinner_version, j.source, j.status, j.to_records - j.from_records as audience,
           j.created_at, j.started_at, j.finished_at, j.error, c.*
      from jobs j
      cross join lateral (
        select coalesce(sum(waiting), 0) as waiting, coalesce(sum(done), 0) as done, coalesce(sum(skipped), 0) as skipped,
               coalesce(sum(failed), 0) as failed, coalesce(sum(unconfirmed), 0) as unconfirmed,
               coalesce(sum(deleted), 0) as deleted
          from slices s where s.job_id = j.id) c
     where j.id = $1 and j.organization_id = $2`,
}

interface FoundRow {
  readonly id: string
  readonly organization_id: string
  readonly spinner_id: string
  readonly spinner_version: number
  readonly source: JobSource
  readonly status: JobStatus
  readonly audience: string
  readonly waiting: string
  readonly done: string
  readonly skipped: string
  readonly failed: string
  readonly unconfirmed: string
  readonly deleted: string
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly error: string | null
}

export class PostgresJobQueries extends JobQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async find(organizationId: string, jobId: string): Promise<JobView | null> {
    const [row] = await this.#database.read<FoundRow>(findJob, [jobId, organizationId])
    return row === undefined ? null : readJob(row)
  }
}

function readJob(row: FoundRow): JobView {
  return {
    id: row.id,
    organizationId: row.organization_id,
    spinnerId: row.spinner_id,
    spinnerVersion: row.spinner_version,
    source: row.source,
    status: row.status,
    counts: countsOf(Number(row.audience), {
      waiting: Number(row.waiting),
      done: Number(row.done),
      skipped: Number(row.skipped),
      failed: Number(row.failed),
      unconfirmed: Number(row.unconfirmed),
      deleted: Number(row.deleted),
    }),
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
  }
}
