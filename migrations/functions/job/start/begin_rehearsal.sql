-- Stores a rehearsal that begins, and returns true; or returns false if p_most rehearsals of the organization
-- are running. If p_supersedes is true, running rehearsals of the spinner with superseded_by_next are marked
-- as superseded; they learn it from the answer to their next progress report. Old rehearsals are deleted.
create or replace function begin_rehearsal(
  p_id uuid, p_organization uuid, p_spinner uuid, p_version int, p_wish_digest text, p_supersedes boolean, p_total bigint,
  p_at timestamptz, p_most int, p_silence float8, p_stored_seconds float8
) returns boolean
language plpgsql
as $$
begin
  -- Locks the organization's rehearsals, so that rehearsals that begin at the same moment wait for each other
  -- and each counts the others.
  perform pg_advisory_xact_lock(hashtextextended('rehearsals ' || p_organization, 1));
  delete from rehearsals r
   where r.organization_id = p_organization and r.created_at < p_at - make_interval(secs => p_stored_seconds);
  if p_supersedes then
    update rehearsals r set status = 'superseded'
     where r.organization_id = p_organization and r.spinner_id = p_spinner and r.status = 'running' and r.superseded_by_next;
  end if;
  if p_most <= (
    select count(*) from rehearsals r
     where r.organization_id = p_organization and r.status = 'running' and r.seen_at > p_at - make_interval(secs => p_silence)
  ) then
    return false;
  end if;
  insert into rehearsals (id, organization_id, spinner_id, version, request_digest, superseded_by_next, total, created_at, seen_at)
  values (p_id, p_organization, p_spinner, p_version, p_wish_digest, p_supersedes, p_total, p_at, p_at);
  return true;
end $$;
