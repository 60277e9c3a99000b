-- Begins or changes the watch of a spinner over a segment, when the spinner is published. `p_choice` says what happens with existing members:
-- 'include' lets them start, any other choice does not. A spinner that goes on with the same segment keeps its members,
-- and 'exclude' lets none start that waits for a job. The spinner must be locked.
create or replace function publish_watch(
  p_spinner uuid, p_organization uuid, p_table uuid, p_segment uuid, p_columns text[], p_is_repeated boolean,
  p_again_after_days int, p_choice text
) returns void
language plpgsql
--! include one_plan
as $$
declare
  -- The end of the ledger, up to which records are existing ones.
  end_seq bigint := (select l.last_seq from end_of_ledger(p_table => p_table) l);
  keys text[];
  is_same boolean;
begin
  -- Locks the start before the watch, as runtimes do.
  perform from spinner_starts b where b.spinner_id = p_spinner for no key update;
  select w.segment_id is not distinct from p_segment into is_same
    from segment_watches w where w.spinner_id = p_spinner for update;
  keys := array(select coalesce(t.column_keys ->> c, c) from stored_data_tables t, unnest(p_columns) c where t.id = p_table);
  if is_same is null then
    insert into segment_watches (spinner_id, organization_id, data_table_id, segment_id, columns, is_repeated,
                                 again_after_days, existing_seq, includes_existing)
    values (p_spinner, p_organization, p_table, p_segment, keys, p_is_repeated, p_again_after_days, end_seq,
            p_choice is not distinct from 'include');
    return;
  end if;
  if is_same then
    update segment_watches w
       set columns = keys, is_repeated = p_is_repeated, again_after_days = p_again_after_days,
           existing_seq = case when p_choice = 'exclude' then end_seq else w.existing_seq end,
           includes_existing = w.includes_existing and p_choice is distinct from 'exclude'
     where w.spinner_id = p_spinner;
    update segment_members m set entered_at = null
     where p_choice = 'exclude' and m.spinner_id = p_spinner and m.entered_at is not null;
    return;
  end if;
  update segment_watches w
     set segment_id = p_segment, columns = keys, is_repeated = p_is_repeated, again_after_days = p_again_after_days,
         existing_seq = end_seq, includes_existing = p_choice is not distinct from 'include', seq = 0, after_id = 0,
         is_cleared = false, begun_in_transaction = null
   where w.spinner_id = p_spinner;
end $$;
