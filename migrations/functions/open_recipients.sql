-- How many recipients of a spinner's jobs have not come to their end, by job and step, and whether a runtime has their
-- slice in hand. Of jobs that run other versions than one; each has a row, also where nobody is on the way in it.
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
       where s.job_id = j.id and s.state = 'open' and r.job_id = j.id and r.state in ('pending', 'waiting')
       group by 1, 2) o on true
   where j.spinner_id = p_spinner and j.spinner_version <> p_except
     and j.status not in ('completed', 'failed', 'cancelled')
$$;
