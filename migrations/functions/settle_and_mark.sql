-- Settles some recipients, in groups that differ in nothing but their ids ('{1,2}'), and marks the next ones as being
-- sent, in one commit. What follows is 'send' (those that were marked), 'stop' (settled, but the job no longer runs and
-- nothing was marked) or 'lost' (another runtime has the lease, and nothing was written). Recipients whose address is
-- suppressed are not marked; their ids and the reasons are answered.
create or replace function settle_and_mark(
  p_job uuid, p_slice int, p_holder uuid, p_seconds float8,
  settled_ids text[], settled_steps int[], settled_channels text[], settled_deliveries text[], settled_states text[],
  settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
  marked_ids bigint[], marked_addresses text[],
  out what_follows text, out withheld_ids bigint[], out withheld_reasons text[]
)
language plpgsql
--! include one_plan
as $$
declare
  at timestamptz := clock_timestamp();
  was_sending bigint[];
  since timestamptz;
  ids bigint[];
  sent bigint[];
  organization uuid;
begin
  -- Without a mark the disk is not waited for: what a crash of the database takes back was marked, and is in doubt.
  if cardinality(marked_ids) = 0 then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  select s.sending, s.sending_since into was_sending, since
    from slices s where s.job_id = p_job and s.no = p_slice and s.lease_holder = p_holder for no key update;
  if not found then
    what_follows := 'lost';
    return;
  end if;

  for alike in 1 .. cardinality(settled_ids) loop
    ids := settled_ids[alike]::bigint[];
    -- Only what was marked was sent; said twice, it is marked no more and entered once. Nearly always it is the
    -- whole chunk, in the order of its mark, which need not be searched for each of its members.
    if ids = was_sending then
      sent := ids;
      was_sending := '{}';
    elsif cardinality(was_sending) = 0 then
      sent := '{}';
    else
      sent := array(select i from unnest(ids) i where i = any(was_sending));
      was_sending := array(select w from unnest(was_sending) w where w <> all(ids));
    end if;
    -- A column of an array, and not a function in "from", whose rows would be stored before they are read.
    if settled_deliveries[alike] is null then
      null;
    elsif settled_attempts[alike] = 1 then
      insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
      select p_job, p_slice, unnest(sent), settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at;
    else
      -- To look for the entry of an earlier attempt costs half as much again as the entry. There may be one too
      -- where the attempts are 0: the recipient has gone on to its next step, after no matter how many.
      insert into deliveries (job_id, slice, record_id, step, channel, state, started_at, finished_at)
      select p_job, p_slice, unnest(sent), settled_steps[alike], settled_channels[alike], settled_deliveries[alike], since, at
      on conflict (job_id, slice, record_id, step) do update
         set state = excluded.state, started_at = excluded.started_at, finished_at = excluded.finished_at;
    end if;
    update recipients r
       set state = settled_states[alike], step = settled_next_steps[alike], attempts = settled_attempts[alike],
           error = settled_errors[alike], due_at = at + make_interval(secs => settled_due[alike]), updated_at = at
     where r.job_id = p_job and r.slice = p_slice and r.record_id = any(ids) and r.state in ('pending', 'waiting');
  end loop;

  if cardinality(marked_ids) > 0 then
    perform pg_advisory_xact_lock_shared(job_key(p_job => p_job));
  end if;
  select j.organization_id into organization from jobs j where j.id = p_job and j.status = 'running';
  what_follows := case when found then 'send' else 'stop' end;
  if what_follows = 'stop' then
    marked_ids := '{}';
  -- Asked for all of them at once: one by one, fifty took 21 instead of 6 µs, and nearly always there is none.
  elsif exists (
    select from suppressions x where x.organization_id = organization and x.email = any(marked_addresses)
  ) then
    select array_agg(m.record_id), array_agg(p.reason) into withheld_ids, withheld_reasons
      from (select unnest(marked_ids) as record_id, unnest(marked_addresses) as address) m
      cross join lateral (
        select x.reason from suppressions x where x.organization_id = organization and x.email = m.address offset 0) p;
    -- None where the suppression was lifted in between.
    if withheld_ids is not null then
      marked_ids := array(select m from unnest(marked_ids) m where m <> all(withheld_ids));
    end if;
  end if;
  update slices
     set lease_until = at + make_interval(secs => p_seconds), sending = was_sending || marked_ids,
         sending_since = case when cardinality(marked_ids) > 0 then at else sending_since end,
         -- Whatever stopped the runtimes before, this one has come past it.
         lost_leases = case when cardinality(settled_ids) > 0 then 0 else lost_leases end,
         preparing = case when cardinality(settled_ids) > 0 then null else preparing end
   where job_id = p_job and no = p_slice;
end $$;
