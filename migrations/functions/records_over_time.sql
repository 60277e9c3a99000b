-- How many records came in with each data table of an organization between each two of ascending moments (the first part
-- is 1). Appends are numbered in commit order, which is that of their times but for the second by which clocks differ,
-- and each knows how many records had come in with it: so two looks by the primary key tell what lies between them,
-- however much it is.
create or replace function records_over_time(p_organization uuid, p_bounds timestamptz[])
returns table (part int, counted bigint)
language plpgsql stable
--! include one_plan
as $$
declare
  ledger record;
  low bigint; was bigint; stride bigint; grows boolean;
  -- How many had come in with the append at low; null where that was not noted, as by an import.
  total bigint; was_total bigint; look record;
begin
  for ledger in
    select t.id, e.seq as last_seq from data_tables t
      cross join lateral (
        select a.seq, a.created_at from appends a where a.data_table_id = t.id order by a.seq desc limit 1) e
     where t.organization_id = p_organization and e.created_at >= p_bounds[1]
  loop
    low := 0;
    total := 0;
    for nth in 1 .. array_upper(p_bounds, 1) loop
      was := low;
      was_total := total;
      -- In strides that grow as long as they do not go too far, and then in ever smaller ones.
      stride := 1;
      grows := true;
      while stride > 0 loop
        select null::bigint as appended, null::timestamptz as created_at into look;
        if low + stride <= ledger.last_seq then
          -- Numbers have no gaps, but whoever restored a part of the ledger may have made some.
          select a.appended, a.created_at into look from appends a
           where a.data_table_id = ledger.id and a.seq <= low + stride order by a.seq desc limit 1;
        end if;
        if look.created_at < p_bounds[nth] then
          low := low + stride;
          total := look.appended;
          stride := case when grows then stride * 2 else stride / 2 end;
        else
          grows := false;
          stride := stride / 2;
        end if;
      end loop;
      if nth > 1 and low > was then
        part := nth - 1;
        counted := case when total is not null and was_total is not null then total - was_total else (
          select sum(a.count) from appends a where a.data_table_id = ledger.id and a.seq > was and a.seq <= low) end;
        return next;
      end if;
    end loop;
  end loop;
end $$;
