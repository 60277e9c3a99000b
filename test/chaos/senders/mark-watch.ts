import type { Deployment } from '../../process/deployment.ts'

/**
 * Adds database triggers for a chaos scenario, which record when a recipient is marked for a message and when a
 * recipient is stopped. Both are written under the lock of the slice, so their order is that of the commits. A
 * message that was already being sent at the stop can thus be distinguished from one that was sent too late.
 */
export async function watchMarks(deployment: Deployment): Promise<void> {
  await deployment.query(`
    create table watched_marks (job_id uuid, slice int, record_id bigint, at timestamptz, tx xid8);
    create table watched_stops (job_id uuid, slice int, record_id bigint, at timestamptz);
    create function watch_marks() returns trigger language plpgsql as $$
    begin
      -- Removes the scenario's entry of a message that was marked as being sent and unmarked in the same
      -- transaction, because no sender has room for it.
      delete from watched_marks w
       where w.tx = pg_current_xact_id() and w.job_id = new.job_id and w.slice = new.no and w.record_id <> all(new.sending);
      insert into watched_marks
      select new.job_id, new.no, r, clock_timestamp(), pg_current_xact_id()
        from unnest(new.sending) r where r <> all(old.sending);
      return null;
    end $$;
    create trigger watch_marks after update of sending on slices
      for each row when (new.sending is distinct from old.sending) execute function watch_marks();
    create function watch_stops() returns trigger language plpgsql as $$
    begin
      insert into watched_stops values (new.job_id, new.slice, new.record_id, clock_timestamp());
      return null;
    end $$;
    create trigger watch_stops after update on recipients
      for each row when ((new.status = 'stopped' and old.status <> 'stopped') or (new.pending_stop is not null and old.pending_stop is null))
      execute function watch_stops()`)
}

export async function markedAfterStop(deployment: Deployment, jobId: string): Promise<number> {
  const [row] = await deployment.query<{ late: number }>(
    `select count(*)::int as late from watched_marks m
      where m.job_id = $1 and exists (
        select from watched_stops s where s.job_id = m.job_id and s.record_id = m.record_id and s.at < m.at)`,
    [jobId],
  )
  return row?.late ?? 0
}

/**
 * Returns for each sender of the scenario the largest number of messages that were marked on one day of its
 * time zone.
 */
export async function maxPerDay(deployment: Deployment, jobId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await deployment.query<{ sender: string; most: number }>(
    `select d.sender_id as sender, max(d.marks)::int as most
       from (select r.sender_id, (m.at at time zone s.time_zone)::date as day, count(*) as marks
               from watched_marks m
               join recipients r on r.job_id = m.job_id and r.slice = m.slice and r.record_id = m.record_id
               join senders s on s.id = r.sender_id
              where m.job_id = $1 group by 1, 2) d
      group by 1`,
    [jobId],
  )
  return new Map(rows.map(({ sender, most }) => [sender, most]))
}
