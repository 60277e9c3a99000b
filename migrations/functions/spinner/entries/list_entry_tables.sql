-- Returns the data tables of segments whose entries start spinners, and of goals, if records of them have to be looked at:
-- added or changed ones, or records for which a time changes the result of the condition. Covers p_organization, or, if it is null, all organizations
-- that are not in test mode.
create or replace function list_entry_tables(p_now timestamptz, p_organization uuid) returns setof uuid
language sql stable as $$
  select distinct w.data_table_id
    from segment_watches w
    left join spinners s on s.id = w.spinner_id
    left join lateral (select l.last_seq from end_of_ledger(p_table => w.data_table_id) l) l on true
   where case when p_organization is null
              then not exists (select from test_clocks c where c.organization_id = w.organization_id)
              else w.organization_id = p_organization end
     and not is_leaving(p_organization => w.organization_id)
     and (w.segment_id is null
          or not exists (select from stored_spinners x where x.id = w.spinner_id)
          or s.id is not null and l.last_seq is not null
             and (not w.is_cleared or w.begun_in_transaction is null
                  or (w.seq, w.after_id) < (greatest(l.last_seq, w.existing_seq), 9223372036854775807)
                  or exists (select from segment_changes c where c.data_table_id = w.data_table_id)
                  or exists (select from segment_members m where m.spinner_id = w.spinner_id and m.due_at <= p_now)))
  union
  select g.data_table_id
    from goal_watches g
    join data_tables t on t.id = g.data_table_id
   where case when p_organization is null
              then not exists (select from test_clocks c where c.organization_id = g.organization_id)
              else g.organization_id = p_organization end
     and not is_leaving(p_organization => g.organization_id)
     and (g.begun_in_transaction is null or g.rebased_until is not null
          or exists (select from segment_changes c where c.data_table_id = g.data_table_id)
          or exists (
            select from goal_outcomes o
             where o.spinner_id = g.spinner_id and o.version = g.version and o.due_at <= p_now)
          or is_goal_over(p_watch => g, p_now => p_now))
$$;
