-- Stores the pace of a spinner's published version, with the weekdays and the opening of its send window. Null limits end
-- the pace. Returns whether recipients that wait for the pace have to be checked again.
--
-- Counts what the spinner has sent on the present day if it had no pace: a pace that is set at noon holds for the whole
-- day. Meanwhile no message of its jobs is marked, because marks share the advisory locks of their jobs. The spinner must
-- be locked; the caller locks no slices and no senders afterwards.
create or replace function publish_pace(
  p_spinner uuid, p_organization uuid, p_max_new_per_day int, p_max_per_day int, p_days int[], p_opens_at int, p_now timestamptz
) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  before spinner_paces;
  pace spinner_paces;
  time_zone_now text;
  day_begins timestamptz;
  -- Whether the spinner had no pace.
  begins boolean;
begin
  select * into before from spinner_paces p where p.spinner_id = p_spinner;
  begins := before.max_new_per_day is null and before.max_per_day is null;
  if begins and p_max_new_per_day is null and p_max_per_day is null then
    return false;
  end if;
  -- Takes the locks of jobs before the row, because marks do so.
  if begins then
    perform pg_advisory_xact_lock(job_key(p_job => j.id))
       from (select r.id from jobs r where r.spinner_id = p_spinner and r.status = 'running' order by r.id) j;
  end if;
  select o.time_zone into time_zone_now from organizations o where o.id = p_organization;
  if before.spinner_id is null then
    insert into spinner_paces (spinner_id, organization_id, days, opens_at, zone, day)
    values (p_spinner, p_organization, p_days, p_opens_at, time_zone_now, (p_now at time zone time_zone_now)::date);
  end if;
  update spinner_paces p
     set max_new_per_day = p_max_new_per_day, max_per_day = p_max_per_day, days = p_days, opens_at = p_opens_at,
         counted_at = null
   where p.spinner_id = p_spinner
  returning p.* into pace;
  if begins then
    pace := pace_today(p_pace => pace, p_zone => time_zone_now, p_at => p_now);
    day_begins := pace.day::timestamp at time zone pace.zone;
    select count(*), count(*) filter (where m.is_first) into pace.used, pace.used_new
      from (
        select not exists (
                 select from message_results e
                  where e.job_id = m.job_id and e.slice = m.slice and e.record_id = m.record_id and e.status <> 'failed'
                    and e.started_at < m.started_at) as is_first
          from jobs j
          join slices s on s.job_id = j.id and s.sending_since >= day_begins
          join message_results m on m.job_id = s.job_id and m.slice = s.no and m.started_at >= day_begins and m.status <> 'failed'
         where j.spinner_id = p_spinner
        union all
        select not has_got_message(p_jobs => jobs_of_recipient(p_job => j), p_slice => s.no, p_record => i)
          from jobs j
          join slices s on s.job_id = j.id and s.sending_since >= day_begins
          cross join lateral unnest(s.sending) i
         where j.spinner_id = p_spinner) m;
    perform save_pace(p_pace => pace);
  end if;
  return (before.max_new_per_day, before.max_per_day, before.days, before.opens_at)
    is distinct from (pace.max_new_per_day, pace.max_per_day, pace.days, pace.opens_at);
end $$;
