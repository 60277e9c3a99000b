-- Counts the unfinished recipients of a spinner's unfinished jobs by job and step, and returns for each count
-- whether a runtime has their slice leased. Jobs that run version p_except are left out; each other job has a
-- row, also if it has no such recipient.
create or replace function open_recipients(p_spinner uuid, p_except int)
returns table (job_id uuid, version int, step int, is_held boolean, count bigint)
language sql stable
as $$
  select j.id, j.spinner_version, coalesce(o.step, 0), coalesce(o.is_held, false), coalesce(o.count, 0)
    from jobs j
    left join lateral (
      select r.step, s.lease_holder is not null as is_held, count(*) as count
        from slices s
        join recipients r on r.job_id = s.job_id and r.slice = s.no
       where s.job_id = j.id and is_unfinished_slice(s.status) and r.job_id = j.id and is_unfinished_recipient(r.status)
       group by 1, 2) o on true
   where j.spinner_id = p_spinner and j.spinner_version <> p_except and is_unfinished_job(j.status)
$$;
