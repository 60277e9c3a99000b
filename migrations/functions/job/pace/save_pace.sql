-- Stores the use of a spinner's pace. The caller has locked the row.
create or replace function save_pace(p_pace spinner_paces) returns void
language plpgsql
as $$
begin
  update spinner_paces p
     set zone = p_pace.zone, day = p_pace.day, used = p_pace.used, used_new = p_pace.used_new,
         queue_day = p_pace.queue_day, queue_count = p_pace.queue_count, late_day = p_pace.late_day,
         late_count = p_pace.late_count, follow_ups = p_pace.follow_ups, late_people = p_pace.late_people,
         counted_at = p_pace.counted_at
   where p.spinner_id = p_pace.spinner_id;
end $$;
