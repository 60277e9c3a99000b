import type { Simulation } from './simulation.ts'

interface Entry {
  readonly task: string
  readonly payload: unknown
}

/**
 * The entry that the simulator took off the service's queue; null if the queue was empty. Then the other fields
 * tell what is due besides the queue.
 */
export interface NextWork {
  readonly entry: Entry | null
  /** The next time at which the simulated service has due work; null if never. The time may be in the past. */
  readonly due: Date | null
  /**
   * Whether a sweep of the service would find work that has no due time, such as a changed record that ends a
   * wait.
   */
  readonly isUndone: boolean
}

interface Row extends Omit<NextWork, 'entry'> {
  readonly task: string | null
  readonly payload: unknown
  readonly isUnread: boolean
}

/** An SQL query for the organizations that are closed, for which no work is done. */
const closed = `select d.organization_id from organization_departures d where d.status <> 'reopening'`

/** An SQL query for the organizations whose work is not due by the clock of the host: test organizations and closed ones. */
const asleep = `select c.organization_id from test_clocks c union all ${closed}`

/**
 * An SQL query for the time at which the first slice is due. The work of a test organization is due by its own clock;
 * entries of the queue ask for it.
 */
const dueSlice = `
  select min(s.due_at) as due from slices s join jobs j on j.id = s.job_id
   where s.status = 'open' and j.status in ('queued', 'running') and j.organization_id not in (${asleep})`

/**
 * An SQL query for the time at which the first recipient is due, except recipients that wait for a sender or a company
 * that is not free. The service checks these every 15 minutes, or every midnight for a daily limit, without an end.
 */
const dueUnlessChecked = `
  select min(r.due_at) as due from recipients r join jobs j on j.id = r.job_id
   where j.status in ('queued', 'running') and is_unfinished_recipient(r.status)
     and j.organization_id not in (${asleep})
     and (r.reason is null or r.reason not in (
       'SENDER_PAUSED', 'SENDER_NEEDS_ATTENTION', 'NO_SENDER', 'SENDER_DAILY_LIMIT', 'SENDER_POOL_LIMIT', 'ACTIVE_PER_DOMAIN'))`

/**
 * Returns an SQL query of the simulator for the next time at which the service has due work, of which `recipients` is
 * the query for the recipients. A feature with due times of its own adds a line.
 */
const nextDueOf = (recipients: string) => `
  select min(due) from (
    ${recipients}
    union all select min(j.starts_at) from jobs j where j.status = 'scheduled' and j.organization_id not in (${closed})
    -- The service checks automatic starts of spinners again and again without an end. The simulator counts such
    -- a start as due work only if there are records for it.
    -- A start for which the plan has no job left is due in the next month.
    union all select min(case when u.used >= p.jobs then (date_trunc('month', $1::timestamptz at time zone 'UTC') + interval '1 month') at time zone 'UTC' else t.check_at end)
      from spinner_starts t join spinners s on s.id = t.spinner_id
      join organizations o on o.id = s.organization_id join plans p on p.id = o.plan_id
      left join lateral (
        select max(m.used) as used from (
          select used, period, meter, organization_id from meters
          union all select used, period, meter, organization_id from meter_usage) m
         where m.organization_id = o.id and m.meter = 'jobs' and m.period = to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM')) u on true
     cross join lateral end_of_ledger(p_table => s.data_table_id) l
     where s.paused_at is null and o.id not in (${closed})
       and l.appended - s.taken_records > (
         select count(*) from explicit_records n where n.spinner_id = s.id and (n.seq > s.taken_seq or n.seq is null))
           - (select coalesce(sum(r.records), 0) from audience_parts r
               where r.spinner_id = s.id and r.taken_by_job_id is null)
    -- The service reads mailboxes again and again without an end. The simulator counts a mailbox as due work
    -- only if it has unread mail.
    union all select min(m.due_at) from mailboxes m
      join senders x on x.id = m.sender_id and x.organization_id not in (${closed})
      join unnest($2::uuid[], $3::int[]) as l(sender_id, count) on l.sender_id = m.sender_id
     where coalesce((m.cursor ->> 'next')::int, 0) < l.count
    union all select min(greatest(d.due_at, 'epoch')) from destinations d
     where d.status = 'active' and d.due_at is not null and d.organization_id not in (${closed})
  ) d`

/** An SQL condition of the simulator: whether a mailbox has unread mail. */
const unreadMail = `
  exists (select from mailboxes m join unnest($2::uuid[], $3::int[]) as l(sender_id, count) on l.sender_id = m.sender_id
           where coalesce((m.cursor ->> 'next')::int, 0) < l.count)`

/**
 * An SQL condition of the simulator: whether a sweep of the service would find work that has no due time. A
 * feature with such work adds a line.
 */
const undoneWork = `
  exists (select from jobs j where j.releases_records and j.organization_id not in (${closed}))
  or exists (select from jobs j where (j.status = 'queued' or j.status = 'running' and j.cut_seq < j.to_seq)
              and j.organization_id not in (${asleep}))
  or exists (select from step_waits w where w.changed)
  or exists (select from outdated_waits w where w.lease_until is null)
  or exists (select from slices s join jobs j on j.id = s.job_id
              where s.status = 'open' and s.organization_id is null and j.organization_id not in (${asleep}))
  or exists (select from slices s join jobs j on j.id = s.job_id
              where s.status = 'open' and s.due_at <= $1 and j.status not in ('queued', 'running')
                and j.organization_id not in (${asleep}))`

/**
 * An SQL statement of the simulator that takes the nth entry off the service's queue, modulo the number of
 * entries. It looks up other due work only if the queue is empty. Leaves out entries that an open transaction of another
 * operation has changed, because it cannot wait for the end of that transaction.
 */
const takeNext = `
  with free as materialized (
    select j.id from graphile_worker._private_jobs j order by j.id for update skip locked
  ), entries as materialized (
    select f.id, row_number() over (order by f.id) - 1 as nth, count(*) over () as count from free f
  ), taken as (
    delete from graphile_worker._private_jobs j using entries e
     where j.id = e.id and e.nth = $4::bigint % e.count
    returning j.task_id, j.payload
  )
  select t.identifier as task, k.payload,
         case when t.id is null then (${nextDueOf(dueSlice)}) end as due,
         case when t.id is null then ${undoneWork} else true end as "isUndone",
         case when t.id is null then ${unreadMail} else true end as "isUnread"
    from (select 1) one
    left join (taken k join graphile_worker._private_tasks t on t.id = k.task_id) on true`

/**
 * Takes an entry off the queue of the simulated service, or returns the other work that is due. `choice`
 * decides which entry is taken.
 */
export async function nextWork(simulation: Simulation, choice: number): Promise<NextWork> {
  const { shared } = simulation
  const [row] = await simulation.rows<Row>(takeNext, [...presentOf(simulation), choice])
  if (row === undefined) throw new Error('The statement gives one row')
  const { task, payload, due, isUndone, isUnread } = row
  if (task === null) simulation.mailsRead = isUnread ? null : shared.mailboxes.count
  return { entry: task === null ? null : { task, payload }, due, isUndone }
}

/** Returns the next time at which more is due than checks whether a sender or a company is free; null if never. */
export async function nextDueUnlessChecked(simulation: Simulation): Promise<Date | null> {
  const [row] = await simulation.rows<{ due: Date | null }>(
    `select (${nextDueOf(dueUnlessChecked)}) as due`,
    presentOf(simulation),
  )
  return row?.due ?? null
}

/** Returns the time and the numbers of mails in the mailboxes, as the first parameters of the statements above. */
function presentOf({ shared, clock }: Simulation): readonly unknown[] {
  const { all } = shared.mailboxes
  return [clock.now(), all.map(([senderId]) => senderId), all.map(([, mails]) => mails.length)]
}
