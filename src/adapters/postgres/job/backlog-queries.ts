import type { Backlog } from '../../../domain/job/backlog.ts'
import { BacklogQueries } from '../../../ports/job/backlog-queries.ts'
import type { Database, Statement } from '../database.ts'
import { isLive } from './runtime-presence.ts'

// Goes through the unfinished jobs by their index, and through the due slices of each by theirs.
const read: Statement = {
  name: 'read_backlog',
  text: `
    select count(*) filter (where j.status = 'queued')::int as "queuedJobs",
           count(*) filter (where j.status = 'running')::int as "runningJobs",
           coalesce(sum(d.slices), 0)::int as "dueSlices",
           -- greatest() passes over the null of nothing that waits.
           greatest(0, extract(epoch from now() - min(
             case j.status when 'queued' then j.created_at else d.since end)))::float8 as "oldestDueSeconds",
           (select count(*) from runtime_workers where ${isLive})::int as "liveWorkers"
      from jobs j
      cross join lateral (
        select count(*) as slices, min(s.due_at) as since
          from slices s
         where j.status = 'running' and s.job_id = j.id and s.state = 'open' and s.due_at <= now()
           and (s.lease_until is null or s.lease_until <= now())) d
     where j.status in ('queued', 'running')`,
}

export class PostgresBacklogQueries extends BacklogQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async read(): Promise<Backlog> {
    const [backlog] = await this.#database.read<Backlog>(read, [])
    if (backlog === undefined) throw new Error('Counting answers one row')
    return backlog
  }
}
