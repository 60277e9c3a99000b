-- One shared commit of triggers as version 0.2 has it, whose processes call it while the next one is rolled out; theirs too
-- are the wake-ups. It goes with version 0.4.
--
-- It reads counters where processes of that version leave them, so they are put there first.
create or replace function start_jobs(
  p_now timestamptz, p_period text,
  entry_digests text[], entry_organizations uuid[], entry_spinners uuid[], entry_jobs uuid[],
  entry_keys text[], entry_fingerprints text[]
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  -- Per entry; no organization where the entry is left out.
  orgs uuid[]; limits bigint[];
  -- Per entry whose key is known.
  seen_by uuid[]; fingerprints text[]; answers jsonb[];
  -- Per entry, where there are idempotency keys.
  routes text[]; receipts jsonb[]; may_go_on boolean[];
  started uuid[];
  written int;
  part record;
begin
  perform keep_counters(
    p_tables => array(select s.data_table_id from spinners s where s.id = any(entry_spinners)),
    p_organizations => array(select s.organization_id from spinners s where s.id = any(entry_spinners)), p_period => p_period
  );

  -- In the order of ids in every flush, or two could wait for each other's spinners. A statement of its own, because
  -- the one that waited for a lock still sees what was before it.
  perform from spinners s where s.id = any(entry_spinners) order by s.id for no key update;

  -- A known key does not count against the plan: a storm of repeats must not crowd out what is new.
  select array_agg(case when not a.is_seen and (a.allowed is null or a.used + a.turn <= a.allowed) then a.organization_id end order by a.no),
         array_agg(a.allowed order by a.no), array_agg(case when a.is_seen then a.organization_id end order by a.no),
         array_agg(a.fingerprint order by a.no), array_agg(a.answer order by a.no)
    into orgs, limits, seen_by, fingerprints, answers
    from (
      select k.*, count(*) filter (where not k.is_seen) over (partition by k.organization_id order by k.no) as turn
        from (
          select e.no, s.organization_id, p.jobs as allowed, coalesce(m.used, 0) as used, i.fingerprint, i.answer,
                 i.key is not null as is_seen
            from unnest(entry_digests, entry_organizations, entry_spinners, entry_keys)
                 with ordinality as e(digest, organization_id, spinner_id, key, no)
            left join api_keys k
              on k.digest = e.digest and 'trigger' = any(k.scopes)
             and (k.revoked_at is null or k.revoked_at > p_now) and (k.expires_at is null or k.expires_at > p_now)
            left join organizations o on o.id = case when e.digest is null then e.organization_id else k.organization_id end
            left join plans p on p.id = o.plan_id and (e.digest is null or p.api_keys)
            left join spinners s
              on s.id = e.spinner_id and s.organization_id = o.id and s.published_version is not null and p.id is not null
            left join idempotency_keys i
              on i.organization_id = s.organization_id and i.route = 'trigger:' || s.id and i.key = e.key
            left join meters m on m.organization_id = s.organization_id and m.meter = 'jobs' and m.period = p_period) k) a;

  if entry_keys is not null then
    return query
      select e.no::int, e.id, e.fingerprint, e.answer
        from unnest(seen_by, fingerprints, answers) with ordinality as e(id, fingerprint, answer, no)
       where e.id is not null;
    select array_agg('trigger:' || e.spinner_id order by e.no),
           array_agg(jsonb_build_object('jobId', e.job_id, 'spinnerId', e.spinner_id) order by e.no)
      into routes, receipts
      from unnest(entry_jobs, entry_spinners) with ordinality as e(job_id, spinner_id, no);
    may_go_on := claim_idempotency_keys(
      p_now => p_now, entry_organizations => orgs, entry_routes => routes,
      entry_keys => entry_keys, entry_fingerprints => entry_fingerprints, entry_answers => receipts
    );
    if false = any(may_go_on) then
      orgs := array(select case when e.goes_on then e.id end
                      from unnest(orgs, may_go_on) with ordinality as e(id, goes_on, no) order by e.no);
    end if;
  end if;

  started := array(select e.job_id from unnest(orgs, entry_jobs) as e(organization_id, job_id)
                    where e.organization_id is not null);
  if cardinality(started) = 0 then
    return;
  end if;

  -- Of several that start one spinner, the first takes what is new and leaves nothing to the others.
  with begun as (
    select e.no, e.job_id, e.organization_id, e.digest, s.id as spinner_id, s.published_version, s.data_table_id,
           v.audience = 'all' as takes_all, row_number() over (partition by s.id order by e.no) = 1 as is_first,
           s.taken_seq, s.taken_records,
           greatest(t.last_seq, s.taken_seq) as to_seq, greatest(t.appended, s.taken_records) as to_records
      from unnest(orgs, entry_spinners, entry_jobs, entry_digests)
           with ordinality as e(organization_id, spinner_id, job_id, digest, no)
      join spinners s on s.id = e.spinner_id
      join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      join data_tables t on t.id = s.data_table_id
     where e.organization_id is not null
  ), audiences as (
    select b.*, case when b.takes_all then 0 when b.is_first then b.taken_seq else b.to_seq end as from_seq,
           case when b.takes_all then 0 when b.is_first then b.taken_records else b.to_records end as from_records
      from begun b
  ), taken as (
    update spinners s set taken_seq = b.to_seq, taken_records = b.to_records
      from begun b where b.is_first and s.id = b.spinner_id
  )
  insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                    from_seq, from_records, to_seq, to_records, cut_seq, created_at)
  select a.job_id, a.organization_id, a.spinner_id, a.published_version, a.data_table_id,
         case when a.digest is null then 'app' else 'api' end,
         a.from_seq, a.from_records, a.to_seq, a.to_records, a.from_seq, p_now
    from audiences a order by a.no;
  get diagnostics written = row_count;
  if written <> cardinality(started) then
    raise exception 'a spinner changed while it was locked';
  end if;

  -- A wake-up is a hint and the sweep gives it again, so it is not worth many attempts. add_jobs works through four
  -- statements even for one job; deduplicated by a key that is new anyway it takes half the time.
  if cardinality(started) = 1 then
    perform graphile_worker.add_job(identifier => 'advance-job', payload => json_build_object('jobId', started[1]),
                                    max_attempts => 3, job_key => 'start:' || started[1], job_key_mode => 'unsafe_dedupe');
  else
    perform graphile_worker.add_jobs(specs => array(
      select row('advance-job', json_build_object('jobId', j), null, null, 3::smallint, null, 0::smallint, null)::graphile_worker.job_spec
        from unnest(started) j));
  end if;

  -- Every trigger of an organization needs its meter, and it stays locked until the commit.
  for part in
    select e.organization_id as id, min(e.allowed) as allowed, count(*) as jobs
      from unnest(orgs, limits) as e(organization_id, allowed)
     where e.organization_id is not null group by 1 order by 1
  loop
    insert into meters as m (organization_id, meter, period, used) values (part.id, 'jobs', p_period, part.jobs)
    on conflict (organization_id, meter, period) do update set used = m.used + excluded.used
     where part.allowed is null or m.used + excluded.used <= part.allowed;
    if not found then
      raise exception 'the meter was spent while the flush was on its way' using errcode = 'SP001';
    end if;
  end loop;

  return query select e.no::int, e.id, null, null::jsonb from unnest(orgs) with ordinality as e(id, no) where e.id is not null;
end $$;
