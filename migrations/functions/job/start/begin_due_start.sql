-- Makes a start that is due: the job as trigger_jobs starts it, and that it was made, in one commit. So each moment of
-- a spinner is started once, also where two try at once and where one is killed on the way.
--
-- 'started'; 'empty' where there is nobody, and then no job; 'taken' where it was made already, or is none any more;
-- 'refused' where trigger_jobs starts nothing, and then it stays due.
create or replace function begin_due_start(
  p_now timestamptz, p_period text, p_organization uuid, p_spinner uuid, p_job uuid, p_due timestamptz, p_next timestamptz
) returns text
language plpgsql
--! include one_plan
as $$
declare
  outcome text := 'started';
  by_itself text;
begin
  -- The spinner first, as whoever publishes or pauses it.
  perform from spinners s where s.id = p_spinner and s.published_version is not null for no key update;
  if not found then
    -- The former version unpublished it.
    delete from spinner_starts b where b.spinner_id = p_spinner;
    return 'taken';
  end if;
  select b.starts ->> 'on' into by_itself from spinner_starts b
   where b.spinner_id = p_spinner and b.due_at = p_due and b.look_at is not null for no key update;
  if not found or exists (select from begun_starts b where b.spinner_id = p_spinner and b.due_at = p_due) then
    return 'taken';
  end if;
  begin
    perform from trigger_jobs(
      p_now => p_now, p_period => p_period, entry_digests => array[null]::text[],
      entry_organizations => array[p_organization], entry_spinners => array[p_spinner], entry_jobs => array[p_job],
      entry_keys => null, entry_fingerprints => null,
      entry_wishes => null, named_entries => null, named_ids => null, named_seqs => null);
    if not found then
      return 'refused';
    end if;
    update jobs j set source = by_itself where j.id = p_job and j.to_records > j.from_records;
    if not found or not exists (
      select from jobs j join records r on r.data_table_id = j.data_table_id where j.id = p_job limit 1) then
      raise exception 'there is nobody' using errcode = 'SP010';
    end if;
  exception
    -- Nothing of it was written.
    when sqlstate 'SP010' then outcome := 'empty';
    when sqlstate 'SP001' then return 'refused';
  end;
  update spinner_starts b
     set due_at = coalesce(p_next, 'infinity'), look_at = p_next, stopped = null, stopped_at = null
   where b.spinner_id = p_spinner;
  if outcome = 'started' then
    insert into begun_starts (spinner_id, due_at, job_id) values (p_spinner, p_due, p_job);
    -- Nobody comes to these any more.
    delete from begun_starts b where b.spinner_id = p_spinner and b.due_at < p_due - interval '7 days';
  end if;
  return outcome;
end $$;
