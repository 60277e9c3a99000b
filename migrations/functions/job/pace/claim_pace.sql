-- Counts messages that are about to be marked as being sent in the pace of their spinner. Returns the messages that have
-- to wait, with the reason code, the seconds and the facts behind it. All jobs of the spinner lock its row of
-- spinner_paces, after addresses and before the budgets of senders (docs/contribute/locks.md, sending).
--
-- A message that was marked before (sending_ids) is not counted again, as in claim_senders. If p_withholds is false, the
-- messages may have been sent already: they are counted, and none waits.
--
-- Called by settle_and_mark_people, whose planner settings apply here too.
create or replace function claim_pace(
  p_at timestamptz, p_job uuid, p_slice int, p_withholds boolean,
  marked_ids bigint[], marked_steps int[], sending_ids bigint[],
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[]
)
language plpgsql
as $$
declare
  job jobs;
  pace spinner_paces;
  lineage uuid[];
  silent_steps int[];
  marked record;
  verdict record;
begin
  select * into job from jobs j where j.id = p_job;
  pace := locked_pace(p_job => job, p_at => p_at);
  if pace.spinner_id is null then
    return;
  end if;
  if pace.counted_at is null or p_at < pace.counted_at or p_at >= pace.counted_at + interval '1 hour' then
    pace := count_pace_waits(p_pace => pace, p_at => p_at);
  end if;
  lineage := jobs_of_recipient(p_job => job);
  select v.steps_without_messages into silent_steps
    from spinner_versions v where v.spinner_id = job.spinner_id and v.version = job.spinner_version;
  for marked in
    select m.id, r.pace_day, not has_got_message(p_jobs => lineage, p_slice => p_slice, p_record => m.id) as is_first
      from (select unnest(marked_ids) as id, unnest(marked_steps) as step, generate_series(1, cardinality(marked_ids)) as no) m
      join recipients r on r.job_id = p_job and r.slice = p_slice and r.record_id = m.id
     where m.id <> all(sending_ids) and m.step <> all(coalesce(silent_steps, '{}'))
     order by is_first, r.pace_day nulls last, m.no
  loop
    select * into verdict from pace_verdict(p_pace => pace, p_is_first => marked.is_first, p_place => marked.pace_day);
    if verdict.until is null or p_withholds then
      pace := verdict.after;
    else
      pace.used := pace.used + 1;
      pace.used_new := pace.used_new + marked.is_first::int;
    end if;
    continue when verdict.until is null or not p_withholds;
    if verdict.place is distinct from marked.pace_day then
      update recipients r set pace_day = verdict.place
       where r.job_id = p_job and r.slice = p_slice and r.record_id = marked.id;
    end if;
    withheld_ids := withheld_ids || marked.id;
    withheld_codes := withheld_codes || 'SPINNER_PACE'::text;
    withheld_seconds := withheld_seconds || extract(epoch from verdict.until - p_at)::float8;
    withheld_evidence := withheld_evidence || jsonb_build_object('limit', verdict.allowed, 'counts', verdict.counts);
  end loop;
  perform save_pace(p_pace => pace);
end $$;
