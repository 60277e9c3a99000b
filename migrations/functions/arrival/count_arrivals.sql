-- Keeps the byte counts in `arrival_usage` up to date when arrivals are added, accepted, refused or deleted.
create or replace function count_arrivals() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into arrival_usage as u (organization_id, held_bytes, other_bytes)
    select n.organization_id, coalesce(sum(n.size) filter (where n.status in ('received', 'held')), 0),
           coalesce(sum(n.size) filter (where n.status not in ('received', 'held')), 0)
      from new_rows n group by 1 order by 1
    on conflict (organization_id) do update
       set held_bytes = u.held_bytes + excluded.held_bytes, other_bytes = u.other_bytes + excluded.other_bytes;
  elsif tg_op = 'DELETE' then
    update arrival_usage u set held_bytes = u.held_bytes - o.held_bytes, other_bytes = u.other_bytes - o.other_bytes
      from (select organization_id, coalesce(sum(size) filter (where status in ('received', 'held')), 0) as held_bytes,
                   coalesce(sum(size) filter (where status not in ('received', 'held')), 0) as other_bytes
              from old_rows group by 1 order by 1) o
     where u.organization_id = o.organization_id;
  else
    update arrival_usage u set held_bytes = u.held_bytes + c.held_bytes, other_bytes = u.other_bytes + c.other_bytes
      from (select organization_id, coalesce(sum(size) filter (where status in ('received', 'held')), 0) as held_bytes,
                   coalesce(sum(size) filter (where status not in ('received', 'held')), 0) as other_bytes
              from (select organization_id, status, size from new_rows
                    union all select organization_id, status, -size from old_rows) r
             group by 1 order by 1) c
     where u.organization_id = c.organization_id and (c.held_bytes, c.other_bytes) <> (0, 0);
  end if;
  return null;
end $$;

create or replace trigger count_new after insert on arrivals
  referencing new table as new_rows for each statement execute function count_arrivals();
create or replace trigger count_changed after update on arrivals
  referencing old table as old_rows new table as new_rows for each statement execute function count_arrivals();
create or replace trigger count_gone after delete on arrivals
  referencing old table as old_rows for each statement execute function count_arrivals();
