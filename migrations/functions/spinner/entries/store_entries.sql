-- Stores which of some records belong to the segment of a spinner that starts on entries. The lists have one item for
-- each record: whether it is a member (null if the record does not exist), and the time at which this changes by itself.
-- `p_mode` says what a new member is: 'enter' for one that enters, 'include' and 'exclude' for an existing one that starts
-- or does not start. The watch and the start of the spinner must be locked.
create or replace function store_entries(
  p_now timestamptz, p_spinner uuid, p_mode text, p_records bigint[], p_members boolean[], p_due timestamptz[]
) returns void
language plpgsql
--! include one_plan
as $$
declare
  watch segment_watches := (select w from segment_watches w where w.spinner_id = p_spinner);
begin
  -- Looks the stored rows up by their keys and then updates them by their places ("ctid"), which no other transaction
  -- changes meanwhile. A join was planned to compare all members of the segment with all records.
  with stored as materialized (
    select m.ctid as place, p_members[i.no] as is_member, p_due[i.no] as due_at
      from segment_members m
      cross join lateral (select array_position(p_records, m.record_id) as no offset 0) i
     where m.spinner_id = p_spinner and m.record_id = any(p_records)
  )
  update segment_members m
     set is_member = coalesce(e.is_member, m.is_member),
         due_at = e.due_at,
         entered_at = case
           when e.is_member is not true then null
           when m.entered_at is not null then m.entered_at
           when p_mode = 'exclude' or m.is_member and (p_mode = 'enter' or m.started_at is not null) then null
           when m.started_at is null
                or p_mode = 'enter' and watch.is_repeated
                   and m.started_at + make_interval(days => coalesce(watch.again_after_days, 0)) <= p_now then p_now end
    from stored e
   where m.ctid = e.place
     and (coalesce(e.is_member, m.is_member) <> m.is_member or e.due_at is distinct from m.due_at
          or e.is_member is not true and m.entered_at is not null
          or p_mode = 'include' and e.is_member and m.started_at is null and m.entered_at is null);
  if found then
    delete from segment_members m
     where m.spinner_id = p_spinner and m.record_id = any(p_records)
       and not m.is_member and m.started_at is null and m.due_at is null;
  end if;
  insert into segment_members (spinner_id, record_id, is_member, entered_at, due_at)
  select p_spinner, e.record_id, e.is_member, case when e.is_member and p_mode <> 'exclude' then p_now end, e.due_at
    from unnest(p_records, p_members, p_due) e(record_id, is_member, due_at)
   where e.is_member or e.is_member is not null and e.due_at is not null
   order by e.record_id
  on conflict do nothing;
  -- Lets a runtime start a job for the records that wait. A paused spinner continues with them when it is resumed.
  update spinner_starts b set check_at = greatest(b.due_at, p_now)
   where b.spinner_id = p_spinner and b.check_at is null
     and exists (select from stored_spinners s where s.id = p_spinner and s.paused_at is null)
     and exists (select from segment_members m where m.spinner_id = p_spinner and m.entered_at is not null);
end $$;
