-- Locks the pace of a job's spinner and returns it on its present day; null for a spinner without a pace.
create or replace function locked_pace(p_job jobs, p_at timestamptz) returns spinner_paces
language plpgsql
as $$
declare
  pace spinner_paces;
begin
  select * into pace from spinner_paces p where p.spinner_id = p_job.spinner_id for no key update;
  if pace.max_new_per_day is null and pace.max_per_day is null then
    return null;
  end if;
  return pace_today(
    p_pace => pace, p_at => p_at,
    p_zone => (select o.time_zone from organizations o where o.id = p_job.organization_id));
end $$;
