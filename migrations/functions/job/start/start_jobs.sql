-- Starts plain triggers for processes of version 0.2, while the next version is rolled out; the wake-ups are
-- for runtimes of that version. To be removed in version 0.4.
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
  entries int[]; organizations uuid[]; fingerprints text[]; answers jsonb[];
begin
  select array_agg(t.entry), array_agg(t.organization_id), array_agg(t.fingerprint), array_agg(t.answer)
    into entries, organizations, fingerprints, answers
    from trigger_jobs(
      p_now => p_now, p_period => p_period,
      entry_digests => entry_digests, entry_organizations => entry_organizations,
      entry_spinners => entry_spinners, entry_jobs => entry_jobs,
      entry_keys => entry_keys, entry_fingerprints => entry_fingerprints,
      entry_wishes => null, named_entries => null, named_ids => null, named_seqs => null
    ) t;
  perform graphile_worker.add_jobs(specs => array(
    select row('advance-job', json_build_object('jobId', entry_jobs[e.entry]), null, null, 3::smallint, null, 0::smallint, null)::graphile_worker.job_spec
      from unnest(entries, fingerprints) e(entry, fingerprint) where e.fingerprint is null));
  return query select * from unnest(entries, organizations, fingerprints, answers);
end $$;
