-- Plain triggers as processes of the former version start them.
create or replace function begin_jobs(
  p_now timestamptz, p_period text,
  entry_digests text[], entry_organizations uuid[], entry_spinners uuid[], entry_jobs uuid[],
  entry_keys text[], entry_fingerprints text[]
) returns table (entry int, organization_id uuid, fingerprint text, answer jsonb)
language plpgsql as $$
begin
  return query
    select * from start_jobs(
      p_now => p_now, p_period => p_period,
      entry_digests => entry_digests, entry_organizations => entry_organizations,
      entry_spinners => entry_spinners, entry_jobs => entry_jobs,
      entry_keys => entry_keys, entry_fingerprints => entry_fingerprints,
      entry_wishes => null, named_entries => null, named_ids => null, named_seqs => null
    );
end $$;
