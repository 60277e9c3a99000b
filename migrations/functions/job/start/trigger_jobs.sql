-- Starts the jobs of several triggers in one commit, as one statement. Checks callers and spinners, claims
-- idempotency keys, writes jobs and audiences, announces turns, and spends the meter last. Ten statements in a
-- transaction of three round trips took 2.0 ms, at twenty triggers a second; this statement takes 0.9 ms.
--
-- The lists of p_triggers have one item for each trigger ("entry"):
--
--   digests             the digest of the API key; null for a person
--   organizations       the organization of a person; null for an API key
--   spinners, jobs      the id of the spinner, and the id of the job
--   keys, fingerprints  the idempotency key and its fingerprint; null as a whole if no trigger has a key
--   options             the options of a trigger, as below; null as a whole if all triggers are plain
--
-- The options are {version, schema, startsAt, data, exclude, most, named, segment, whole, by, details, rehearsal}:
--
--   version    the entry is left out if another version is published by now
--   schema     the schema version of the data table by whose columns the named records were found; the entry is
--              left out if the table has another one by now
--   named      the audience is the list of records under the entry's number in explicit_entries, explicit_ids and
--              explicit_seqs (their places in the ledger, as far as they are known)
--   segment    the audience is the segment {id, estimate}, whose records are chosen when the job takes them; `estimate` is
--              the probable number of its records. Together with `named`, because the job takes nothing of the ledger.
--   exclude    the segments {segmentIds} whose records the job does not write to; the entry is left out if its table does
--              not have one of them
--   whole      the caller has not checked that the named records exist; the entry is left out if one does not
--   by         the user who starts the job
--   most       more recipients than this raise SP006, with their number
--   rehearsal  the rehearsal that the trigger names; it starts one job, so an entry is left out if its
--              rehearsal has started one, or if an entry before it names the same rehearsal
--
-- p_appends is for triggers whose bodies contained records; null for other triggers. Its lists have one item for each
-- trigger:
--
--   added    the number of records that the trigger has added
--   seqs     the position in the ledger of the trigger's append, if the job takes it as a range; null if the job has
--            named records
--   befores  the number of records between the last record that the spinner's jobs have taken and the append
--
-- A plain entry has no data and no segment, so it is left out if the published version requires some. The data of an entry
-- with a version in its options was checked against the fields that this version declares.
--
-- Returns the entries whose job was started, and the entries whose idempotency key stands for an earlier trigger. Each
-- has its organization; an entry with options also has its answer. For the other entries nothing was written, and the
-- caller finds out why. If the flush as a whole cannot be written, the function raises SP001 and writes nothing.
create or replace function trigger_jobs(
  p_now timestamptz, p_period text, p_triggers jsonb, p_appends jsonb,
  explicit_entries int[], explicit_ids bigint[], explicit_seqs bigint[]
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql
--! include one_plan
as $$
#variable_conflict use_column
declare
  entry_digests text[]; entry_organizations uuid[]; entry_spinners uuid[]; entry_jobs uuid[]; entry_keys text[];
  entry_fingerprints text[]; entry_wishes jsonb[]; entry_added int[]; entry_seqs bigint[]; entry_befores bigint[];
  -- Values for each entry, which is a trigger request: its organization, null if the entry is left out; and the
  -- organization's monthly limit of jobs.
  orgs uuid[]; limits bigint[];
  -- Values for each entry with an idempotency key that an earlier trigger request has used: the answer to
  -- return again.
  seen_by uuid[]; fingerprints text[]; answers jsonb[]; key_ids uuid[];
  -- Values for claiming idempotency keys, one for each trigger request; null if no request has a key.
  routes text[]; receipts jsonb[]; may_go_on boolean[];
  -- For trigger requests that name records: the blocks of unfinished imports, whose rows are no records yet,
  -- and the requests that name a record that does not exist.
  staged bigint[]; lacking int[];
  -- The trigger requests whose rehearsal does not exist, has started a job already, or is named by an earlier
  -- request of this call.
  spent int[];
  -- The number of jobs that this call starts.
  started int;
  -- Values for each trigger request, if any has options: whether its job runs over named records.
  is_named boolean[];
  -- Whether a job may run over new records; jobs over named records or an append do not.
  takes_new boolean;
  written int;
  part record;
  -- Values for each trigger request, if any has options: the number of recipients in its list of named records,
  -- and its answer.
  sizes int[]; stored_answers jsonb[];
  -- The named records of all trigger requests, and for each request the number of records before its own.
  starts int[]; listed bigint[];
  -- The numbers of jobs and records that the plan of each organization still allows in the month, by
  -- organization; null for no limit.
  lefts jsonb := '{}';
  exceeded bigint;
begin
  select * into entry_digests, entry_organizations, entry_spinners, entry_jobs, entry_keys, entry_fingerprints, entry_wishes,
                entry_added, entry_seqs, entry_befores
    from jsonb_to_record(p_triggers) as t(digests text[], organizations uuid[], spinners uuid[], jobs uuid[], keys text[],
                                          fingerprints text[], options jsonb[]),
         jsonb_to_record(p_appends) as a(added int[], seqs bigint[], befores bigint[]);
  -- Locks the spinners in the order of their ids; otherwise two flushes could deadlock. The lock has a
  -- statement of its own, because a statement that has waited for a lock still reads the state before its wait.
  perform from spinners s where s.id = any(entry_spinners) order by s.id for no key update;

  -- Reads what triggers with the same caller and spinner have in common once (`callers`), because a flush nearly always
  -- has many of them. A trigger request with a known idempotency key does not count against the plan, so that many
  -- repeats cannot displace new triggers.
  with callers as materialized (
    select e.*, s.organization_id as found_id, s.published_version, p.jobs as allowed, coalesce(m.used, 0) as used,
           k.id as api_key_id, coalesce(v.trigger_data @? '$[*] ? (@.isRequired == true)' or v.audience like 'segment:%', false)
             as requires_options
      from (select distinct * from unnest(entry_digests, entry_organizations, entry_spinners)
                                as e(digest, organization_id, spinner_id)) e
      left join api_keys k
        on k.digest = e.digest and 'trigger' = any(k.scopes)
       and (k.revoked_at is null or k.revoked_at > p_now) and (k.expires_at is null or k.expires_at > p_now)
      left join organizations o on o.id = case when e.digest is null then e.organization_id else k.organization_id end
      left join plans p on p.id = o.plan_id and (e.digest is null or p.has_api_keys)
      left join spinners s
        on s.id = e.spinner_id and s.organization_id = o.id and s.published_version is not null and p.id is not null
       -- The condition on the projects is that of spinnerWithin (within-projects.ts); change both together.
       and (k.project_ids is null or s.project_id = any(k.project_ids) and exists (
         select from data_tables t where t.id = s.data_table_id and t.project_id = any(k.project_ids)))
      left join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      left join lateral meter_of(p_organization => s.organization_id, p_meter => 'jobs', p_period => p_period) m on true
  )
  select array_agg(case when not a.is_seen and (a.allowed is null or a.used + a.turn <= a.allowed) then a.organization_id end order by a.no),
         array_agg(a.allowed order by a.no), array_agg(case when a.is_seen then a.organization_id end order by a.no),
         array_agg(a.fingerprint order by a.no), array_agg(a.answer order by a.no), array_agg(a.api_key_id order by a.no)
    into orgs, limits, seen_by, fingerprints, answers, key_ids
    from (
      select k.*, count(*) filter (where not k.is_seen) over (partition by k.organization_id order by k.no) as turn
        from (
          select e.no, e.organization_id, e.allowed, e.used, i.fingerprint, i.answer, i.key is not null as is_seen, e.api_key_id
            from (
              select u.no, u.key, c.spinner_id, c.allowed, c.used, c.api_key_id,
                     case when c.published_version = coalesce((entry_wishes[u.no] ->> 'version')::int, c.published_version)
                           and (not c.requires_options or entry_wishes[u.no] ?| '{version,data}') then c.found_id end
                     as organization_id
                from unnest(entry_digests, entry_organizations, entry_spinners, entry_keys)
                     with ordinality as u(digest, organization_id, spinner_id, key, no)
                left join callers c
                  on c.spinner_id = u.spinner_id and c.digest is not distinct from u.digest
                 and c.organization_id is not distinct from u.organization_id) e
            left join idempotency_keys i
              on i.organization_id = e.organization_id and i.route = 'trigger:' || e.spinner_id and i.key = e.key) k) a;

  if explicit_entries is not null then
    if exists (select from unnest(entry_wishes) as e(wish) where e.wish ? 'schema') then
      -- Leaves out entries whose table has another schema version. The statement above does not check it, because
      -- every trigger would evaluate the condition.
      orgs := array(
        select case when u.wish ->> 'schema' is null or (u.wish ->> 'schema')::int = t.schema_version
                    then u.organization_id end
          from unnest(orgs, entry_spinners, entry_wishes) with ordinality as u(organization_id, spinner_id, wish, no)
          left join spinners s on s.id = u.spinner_id
          left join data_tables t on t.id = s.data_table_id
         order by u.no);
    end if;
    -- Records of unfinished imports do not count as existing. They are in `records` already, in blocks of their own.
    staged := array(
      select b.first_id from imports i
        join import_blocks b on b.import_id = i.id
       where exists (select from spinners s where s.id = any(entry_spinners) and s.data_table_id = i.data_table_id));
    lacking := array(
      select n.entry from unnest(explicit_entries, explicit_ids) n(entry, id)
        join spinners s on s.id = entry_spinners[n.entry]
       where entry_wishes[n.entry] ? 'whole'
         and (n.id - n.id % 512 = any(staged)
              or not exists (select from records r where r.data_table_id = s.data_table_id and r.id = n.id)));
    if cardinality(lacking) > 0 then
      orgs := array(select case when e.no <> all(lacking) then e.id end
                      from unnest(orgs) with ordinality as e(id, no) order by e.no);
    end if;
  end if;

  if exists (select from unnest(entry_wishes) as e(wish) where e.wish ? 'exclude') then
    -- Finds the segments after the spinners were locked. A segment is deleted under the same locks, so none of these is
    -- deleted before the commit.
    orgs := array(
      select case when not exists (
               select from jsonb_array_elements_text(u.wish #> '{exclude,segmentIds}') as e(id)
                where not exists (
                  select from segments g join spinners s on s.data_table_id = g.data_table_id
                   where g.id = e.id::uuid and s.id = u.spinner_id))
             then u.organization_id end
        from unnest(orgs, entry_spinners, entry_wishes) with ordinality as u(organization_id, spinner_id, wish, no)
       order by u.no);
  end if;

  if exists (select from unnest(entry_wishes) as e(wish) where e.wish ? 'rehearsal') then
    -- Checks rehearsals before idempotency keys are claimed, so that no key is stored for a job that is not
    -- started. The locks of the spinners make triggers that name the same rehearsal wait for each other.
    spent := array(
      select e.no from (
        select u.no, r.id, r.job_id, row_number() over (partition by r.id order by u.no) as turn
          from unnest(orgs, entry_wishes) with ordinality as u(organization_id, wish, no)
          left join rehearsals r on r.id = (u.wish ->> 'rehearsal')::uuid and r.organization_id = u.organization_id
         where u.organization_id is not null and u.wish ? 'rehearsal') e
       where e.id is null or e.job_id is not null or e.turn > 1);
    orgs := array(select case when e.no <> all(spent) then e.id end
                    from unnest(orgs) with ordinality as e(id, no) order by e.no);
  end if;

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

  started := cardinality(array_remove(orgs, null));
  if started = 0 then
    return;
  end if;
  if spent is not null then
    update rehearsals r set job_id = e.job_id
      from unnest(orgs, entry_jobs, entry_wishes) as e(organization_id, job_id, wish)
     where e.organization_id is not null and r.id = (e.wish ->> 'rehearsal')::uuid;
  end if;

  if entry_wishes is not null then
    is_named := array(select case when entry_added is null then e.wish ? 'named' is true else entry_seqs[e.no] is null end
                        from unnest(entry_wishes) with ordinality as e(wish, no) order by e.no);
  end if;
  if explicit_entries is not null then
    select a.sizes, a.starts, a.listed into sizes, starts, listed from store_explicit_records(
      p_spinners => entry_spinners,
      p_jobs => array(select case when e.organization_id is not null then e.job_id end
                        from unnest(orgs, entry_jobs) with ordinality as e(organization_id, job_id, no) order by e.no),
      explicit_entries => explicit_entries, explicit_ids => explicit_ids, explicit_seqs => explicit_seqs,
      p_counts_as_taken => true
    ) a;
  end if;

  if entry_wishes is null then
    -- Inserts the jobs. If several triggers start one spinner, the first job takes all new records and leaves
    -- none to the others.
    with targets as materialized (
      select * from job_targets(p_spinners => entry_spinners)
    ), begun as (
      select t.*, e.no, e.job_id, e.organization_id, e.digest, e.api_key_id,
             row_number() over (partition by t.spinner_id order by e.no) = 1 as is_first
        from unnest(orgs, entry_spinners, entry_jobs, entry_digests, key_ids)
             with ordinality as e(organization_id, spinner_id, job_id, digest, api_key_id, no)
        join targets t on t.spinner_id = e.spinner_id
       where e.organization_id is not null
    ), audiences as (
      select b.*, case when b.takes_all then 0 when b.is_first then b.taken_seq else b.to_seq end as from_seq,
             case when b.takes_all then 0 when b.is_first then b.taken_records else b.to_records end as from_records
        from begun b
    ), taken as (
      update spinners s set taken_seq = b.to_seq, taken_records = b.to_records
        from begun b where b.is_first and s.id = b.spinner_id and s.taken_seq <> b.to_seq
    )
    insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                      from_seq, from_records, to_seq, to_records, cut_seq, created_at,
                      status, paused_at, paused_by, paused_actor_id, started_by_key)
    select a.job_id, a.organization_id, a.spinner_id, a.published_version, a.data_table_id,
           case when a.digest is null then 'app' else 'api' end,
           a.from_seq, a.from_records, a.to_seq, a.to_records, a.from_seq, p_now,
           case when a.paused_at is not null then 'paused' else 'queued' end,
           a.paused_at, case when a.paused_at is not null then 'spinner' end, a.paused_actor_id,
           a.api_key_id
      from audiences a order by a.no;
  else
    -- Inserts the jobs of trigger requests with options; for plain requests this statement would take a tenth
    -- longer. A job over named records takes nothing of the ledger, and a job over an append takes only the
    -- append.
    with targets as materialized (
      select * from job_targets(p_spinners => entry_spinners)
    ), begun as (
      select t.*, e.no, e.job_id, e.organization_id, e.digest, e.api_key_id, e.wish, e.is_named, e.append, e.added,
             not (e.is_named or e.append is not null)
             and row_number() over (partition by t.spinner_id, e.is_named or e.append is not null order by e.no) = 1 as is_first,
             coalesce((e.wish #>> '{segment,estimate}')::bigint, sizes[e.no], 0) as size,
             e.wish ? 'segment' as is_chosen_later, t.taken_records + e.before as before
        from unnest(orgs, entry_spinners, entry_jobs, entry_digests, key_ids, entry_wishes, is_named, entry_seqs,
                    entry_added, entry_befores)
             with ordinality as e(organization_id, spinner_id, job_id, digest, api_key_id, wish, is_named, append,
                                  added, before, no)
        join targets t on t.spinner_id = e.spinner_id
       where e.organization_id is not null
    ), audiences as (
      select b.*,
             case when b.is_named then b.to_seq when b.append is not null then b.append - 1
                  when b.takes_all then 0 when b.is_first then b.taken_seq else b.to_seq end as from_seq,
             case when b.is_named then b.to_records - b.size when b.append is not null then b.before
                  when b.takes_all then 0 when b.is_first then b.taken_records else b.to_records end as from_records
        from begun b
    ), taken as (
      update spinners s set taken_seq = b.seq, taken_records = b.records
        from (
          select spinner_id, to_seq as seq, to_records as records from begun where is_first
          union all
          select spinner_id, max(append), max(before + added) from begun where append is not null group by spinner_id
        ) b where s.id = b.spinner_id and s.taken_seq <> b.seq
    )
    insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source,
                      from_seq, from_records, to_seq, to_records, cut_seq, created_at, starts_at, data, exclude,
                      has_explicit_audience, first_explicit_ids, status, paused_at, paused_by, paused_actor_id, started_by_key,
                      started_by_user)
    select a.job_id, a.organization_id, a.spinner_id, a.published_version, a.data_table_id,
           case when a.digest is null then 'app' else 'api' end,
           a.from_seq, a.from_records, coalesce(a.append, a.to_seq),
           case when a.append is null then a.to_records else a.before + a.added end,
           -- Sets cut_seq of a job over named records below its empty range of the ledger, so that lease_slice
           -- makes slices from the list of named records.
           a.from_seq - case when a.is_named and (a.size > 0 or a.is_chosen_later) then 1 else 0 end,
           p_now, (a.wish ->> 'startsAt')::timestamptz, nullif(a.wish -> 'data', 'null'), a.wish -> 'exclude', a.is_named,
           -- store_explicit_records stores the others, so it has the same number.
           case when a.is_named and a.size > 0 and not a.is_chosen_later
                then listed[starts[a.no] + 1 : starts[a.no] + least(a.size, 500)] end,
           case when a.paused_at is not null then 'paused'
                when (a.wish ->> 'startsAt')::timestamptz > p_now then 'scheduled' else 'queued' end,
           a.paused_at, case when a.paused_at is not null then 'spinner' end, a.paused_actor_id,
           a.api_key_id, (a.wish ->> 'by')::uuid
      from audiences a order by a.no;
  end if;
  get diagnostics written = row_count;
  if written <> started then
    raise exception 'a spinner changed while it was locked';
  end if;
  if exists (select from unnest(entry_wishes) as e(wish) where e.wish ? 'segment') then
    -- Stores the segment of each job whose records are chosen when the job takes them. A lower slice number than that of
    -- every list of records makes no difference to lists, which come first.
    insert into audience_parts (job_id, slice, spinner_id, records, taken_by_job_id, segment_id, last_record_id)
    select j.id, -1000000, j.spinner_id, j.to_records - j.from_records, j.id, (e.wish #>> '{segment,id}')::uuid, 0
      from unnest(entry_jobs, entry_wishes) as e(job_id, wish)
      join jobs j on j.id = e.job_id
     where e.wish ? 'segment';
  end if;
  -- Calls assign_released_records and exclude_explicit_from_audiences only if their tables have rows for these
  -- spinners, which is rare. Each check nearly always reads an empty index.
  takes_new := entry_added is null and (entry_wishes is null or false = any(is_named));
  if takes_new and exists (
    select from audience_parts r where r.spinner_id = any(entry_spinners) and r.taken_by_job_id is null) then
    perform assign_released_records(
      p_spinners => array(select case when is_named[e.no] is not true then e.id end
                            from unnest(entry_spinners) with ordinality as e(id, no) order by e.no),
      p_jobs => array(select case when e.organization_id is not null and is_named[e.no] is not true then e.job_id end
                        from unnest(orgs, entry_jobs) with ordinality as e(organization_id, job_id, no) order by e.no)
    );
  end if;
  if takes_new and exists (select from explicit_records n where n.spinner_id = any(entry_spinners)) then
    perform exclude_explicit_from_audiences(
      p_jobs => array(select e.job_id from unnest(orgs, entry_jobs) with ordinality as e(organization_id, job_id, no)
                       where e.organization_id is not null and is_named[e.no] is not true)
    );
  end if;
  if entry_wishes is not null then
    select j.to_records - j.from_records into exceeded
      from unnest(entry_jobs, entry_wishes) as e(job_id, wish)
      join jobs j on j.id = e.job_id and j.to_records - j.from_records > (e.wish ->> 'most')::bigint
     where e.wish ->> 'most' is not null limit 1;
    if found then
      raise exception 'the job would exceed the limit of recipients' using errcode = 'SP006', detail = exceeded;
    end if;
  end if;

  perform announce_turns(p_organizations => array(select distinct e.id from unnest(orgs) as e(id) where e.id is not null));

  -- Spends the jobs meter last: every trigger of an organization needs it, and it stays locked until the commit.
  for part in
    select e.organization_id as id, min(e.allowed) as allowed, count(*) as jobs
      from unnest(orgs, limits) as e(organization_id, allowed)
     where e.organization_id is not null group by 1 order by 1
  loop
    if not spend_meter(p_organization => part.id, p_meter => 'jobs', p_period => p_period,
                       p_amount => part.jobs, p_allowed => part.allowed, p_now => p_now) then
      raise exception 'the meter reached its limit during the flush' using errcode = 'SP001';
    end if;
    if entry_wishes is not null then
      lefts := lefts || jsonb_build_object(part.id::text, (
        select jsonb_build_object(
                 'jobsLeft', case when p.jobs is not null then greatest(p.jobs - coalesce(mj.used, 0), 0) end,
                 'recordsLeft', case when p.records is not null then greatest(p.records - coalesce(mr.used, 0), 0) end)
          from organizations o
          join plans p on p.id = o.plan_id
          left join lateral meter_of(p_organization => o.id, p_meter => 'jobs', p_period => p_period) mj on true
          left join lateral meter_of(p_organization => o.id, p_meter => 'records', p_period => p_period) mr on true
         where o.id = part.id));
    end if;
  end loop;

  if entry_wishes is null then
    return query select e.no::int, e.id, null, null::jsonb from unnest(orgs) with ordinality as e(id, no) where e.id is not null;
    return;
  end if;
  select array_agg(case when e.id is not null and e.wish ? 'details' then jsonb_build_object(
           'jobId', e.job_id, 'spinnerId', e.spinner_id,
           'details', (e.wish -> 'details') || (lefts -> e.id::text)
             || case when e.added is null then jsonb_build_object('eligible', e.eligible)
                     else jsonb_build_object('eligible', e.eligible, 'inserted', e.added) end) end order by e.no)
    into stored_answers
    from (
      select u.*, case when u.wish ? 'segment' then (u.wish #>> '{segment,estimate}')::bigint
                       when u.is_named then coalesce(sizes[u.no], 0)
                       when u.added is not null then u.added
                       -- Reads the job's row for a job over new records. The size of another audience is known without it.
                       else (select j.to_records - j.from_records from jobs j where j.id = u.job_id) end as eligible
        from unnest(orgs, entry_jobs, entry_spinners, entry_wishes, is_named, entry_added)
             with ordinality as u(id, job_id, spinner_id, wish, is_named, added, no)) e;
  if entry_keys is not null then
    update idempotency_keys i set answer = e.answer
      from unnest(orgs, entry_spinners, entry_keys, stored_answers) as e(id, spinner_id, key, answer)
     where e.id is not null and e.answer is not null
       and i.organization_id = e.id and i.route = 'trigger:' || e.spinner_id and i.key = e.key;
  end if;
  return query
    select e.no::int, e.id, null, e.answer from unnest(orgs, stored_answers) with ordinality as e(id, answer, no) where e.id is not null;
end $$;
