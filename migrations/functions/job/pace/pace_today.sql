-- Returns the pace of a spinner on its present day, in the time zone of the organization. On a new day, no message counts
-- as sent. Treats a changed time zone, and a day that a process with a faster clock has begun, as budget_today does.
create or replace function pace_today(p_pace spinner_paces, p_zone text, p_at timestamptz) returns spinner_paces
language plpgsql immutable
as $$
declare
  today date := (p_at at time zone p_zone)::date;
  is_new_day boolean := p_pace.day < (p_at at time zone p_pace.zone)::date;
begin
  if is_new_day then
    p_pace.used := 0;
    p_pace.used_new := 0;
    p_pace.counted_at := null;
  end if;
  if is_new_day or p_pace.zone <> p_zone then
    p_pace.day := today;
  end if;
  p_pace.zone := p_zone;
  return p_pace;
end $$;
