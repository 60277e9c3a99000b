import { type Backlog, maxCounted } from '../../../domain/job/backlog.ts'
import { type LiveWorker, maxSilenceSeconds } from '../../../domain/job/live-worker.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { isReal } from '../schema/organization-clock.ts'

/** An SQL condition on runtime_workers: the worker process was seen recently. */
export const isLive = `last_seen_at > now() - interval '${maxSilenceSeconds} seconds'`

// Keeps the rows of worker processes that died without a message for one day, so that the cause can be
// investigated.
const beat: Statement = {
  name: 'beat_of_worker',
  text: `
    with forgotten as (
      delete from runtime_workers where id in (
        select id from runtime_workers
         where last_seen_at < now() - interval '1 day' and id <> $1 for update skip locked)
    )
    insert into runtime_workers (id) values ($1)
    on conflict (id) do update set last_seen_at = now()`,
}

const leave: Statement = { name: 'leave_of_worker', text: 'delete from runtime_workers where id = $1' }

const liveWorker = fieldsOf('runtime_workers', 'id', 'startedAt', 'lastSeenAt')

const live: Statement = {
  name: 'live_workers',
  text: `
    select ${liveWorker.selected()}
      from runtime_workers where ${isLive} order by started_at, id`,
}

// Counts the work that waits for the runtime: queued jobs, due slices, and the age of the oldest. Each count
// stops at a limit, because counting all of 500,000 waiting jobs took a second.
const readBacklog: Statement = {
  name: 'read_backlog',
  text: `
    with due as (
      select s.due_at from slices s join jobs j on j.id = s.job_id and j.status = 'running'
       where s.status = 'open' and s.due_at <= $1 and (s.lease_until is null or s.lease_until <= now())
         and ${isReal('j.organization_id')}
       order by s.due_at limit ${maxCounted}
    )
    select (select count(*) from (select from jobs where status = 'queued' limit ${maxCounted}) q)::int as "queuedJobs",
           (select count(*) from (select from jobs where status = 'running' limit ${maxCounted}) r)::int as "runningJobs",
           (select count(*) from (select from jobs where status = 'paused' limit ${maxCounted}) p)::int as "pausedJobs",
           (select count(*) from (select from jobs where status = 'scheduled' limit ${maxCounted}) s)::int as "scheduledJobs",
           (select count(*) from due)::int as "dueSlices",
           -- The queued job with the lowest id is the oldest, because ids sort by time. greatest() and
           -- least() ignore null, so the age is 0 if nothing waits.
           greatest(0, extract(epoch from $1::timestamptz - least(
             (select created_at from jobs j where status = 'queued' and ${isReal('j.organization_id')} order by id limit 1),
             (select min(due_at) from due))))::float8 as "oldestDueSeconds",
           (select count(*) from runtime_workers where ${isLive})::int as "liveWorkers"`,
}

/** Adds a worker process, or renews its heartbeat. */
export async function beatOfWorker(database: Database, workerId: string): Promise<void> {
  await database.write(beat, [workerId])
}

export async function leaveOfWorker(database: Database, workerId: string): Promise<void> {
  await database.write(leave, [workerId])
}

export function liveWorkers(database: Database): Promise<readonly LiveWorker[]> {
  return database.read<Selected<typeof liveWorker>>(live, [])
}

/** Counts the work that waits for the runtimes at a time. */
export async function backlogAt(database: Database, now: Date): Promise<Backlog> {
  const [backlog] = await database.read<Backlog>(readBacklog, [now])
  if (backlog === undefined) throw new Error('The query that counts waiting work returned no row')
  return backlog
}
