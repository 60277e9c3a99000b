import type { Backlog } from '../../../domain/job/backlog.ts'
import { mostCounted } from '../../../domain/job/backlog.ts'
import type { Clock } from '../../../ports/clock.ts'
import { BacklogQueries } from '../../../ports/job/backlog-queries.ts'
import type { Database, Statement } from '../database.ts'
import { isLive } from './runtime-presence.ts'

/**
 * An SQL condition that leaves out test organizations, because their jobs are due by the time of their own
 * clocks.
 */
const isReal = '(select true from test_clocks c where c.organization_id = j.organization_id) is null'

// Reads the figures of the backlog: queued jobs, due slices and their age. Each figure stops counting at a
// limit, because counting all of 500,000 waiting jobs took a second.
const read: Statement = {
  name: 'read_backlog',
  text: `
    with due as (
      select s.due_at from slices s join jobs j on j.id = s.job_id and j.status = 'running'
       where s.state = 'open' and s.due_at <= $1 and (s.lease_until is null or s.lease_until <= now())
         and ${isReal}
       order by s.due_at limit ${mostCounted}
    )
    select (select count(*) from (select from jobs where status = 'queued' limit ${mostCounted}) q)::int as "queuedJobs",
           (select count(*) from (select from jobs where status = 'running' limit ${mostCounted}) r)::int as "runningJobs",
           (select count(*) from (select from jobs where status = 'paused' limit ${mostCounted}) p)::int as "pausedJobs",
           (select count(*) from (select from jobs where status = 'scheduled' limit ${mostCounted}) s)::int as "scheduledJobs",
           (select count(*) from due)::int as "dueSlices",
           -- The first of the queued is the oldest, because ids sort by time. greatest() and least() pass over the null
           -- of nothing that waits.
           greatest(0, extract(epoch from $1::timestamptz - least(
             (select created_at from jobs j where status = 'queued' and ${isReal} order by id limit 1),
             (select min(due_at) from due))))::float8 as "oldestDueSeconds",
           (select count(*) from runtime_workers where ${isLive})::int as "liveWorkers"`,
}

export class PostgresBacklogQueries extends BacklogQueries {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async read(): Promise<Backlog> {
    const [backlog] = await this.#database.read<Backlog>(read, [this.#clock.now()])
    if (backlog === undefined) throw new Error('Counting answers one row')
    return backlog
  }
}
