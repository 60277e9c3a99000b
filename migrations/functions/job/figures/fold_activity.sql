-- Adds the numbers of events of all organizations since the last call to the table `activity`, at most one hour
-- of events in each call. Returns whether more is left. Reads rows in the order of their ids, which is the
-- order of time, so each row is read once and by its primary key. Leaves out the last two minutes, because
-- their rows may not be committed yet.
create or replace function fold_activity(p_now timestamptz) returns boolean
language plpgsql
--! include one_plan
as $$
declare
  since timestamptz;
  upto timestamptz;
  latest timestamptz := date_trunc('minute', p_now - interval '2 minutes');
begin
  insert into activity_progress (counted_until) values (p_now - interval '31 days') on conflict do nothing;
  -- Finds no row if another runtime has locked it, because that runtime is counting the activity at this moment.
  select f.counted_until into since from activity_progress f for update skip locked;
  if since is null or since >= latest then
    return false;
  end if;
  -- Skips hours without events: after a month without a runtime, counting them would take 720 calls.
  select least(latest, date_trunc('hour', min(f.at))) into upto
    from (
      select time_of_id(p_id => i.first) as at
        from (values
          ((select r.id from arrivals r where r.id >= first_id_at(p_at => since) order by r.id limit 1)),
          ((select m.id from message_log m where m.id >= first_id_at(p_at => since) order by m.id limit 1)),
          ((select o.id from captured_messages o where o.id >= first_id_at(p_at => since) order by o.id limit 1))) i(first)
      union all
      select h.at from (select h.at from inbound_facts h where h.at >= since order by h.at limit 1) h) f;
  since := greatest(since, upto);
  upto := least(latest, since + interval '1 hour');
  with counted as (
    insert into activity as a (
      organization_id, period_start, held, refused, ignored, sent, captured, failed, unconfirmed, replies, bounces, complaints)
    select e.organization_id, e.period_start, sum(e.held), sum(e.refused), sum(e.ignored), sum(e.sent), sum(e.captured), sum(e.failed),
           sum(e.unconfirmed), sum(e.replies), sum(e.bounces), sum(e.complaints)
      from (
        select r.organization_id, quarter_hour_of(p_at => r.received_at) as period_start,
               case when r.status in ('held', 'received') then n.records else 0 end as held,
               case when r.status = 'refused' then n.records else 0 end as refused,
               case when r.status = 'ignored' then n.records else 0 end as ignored,
               0 as sent, 0 as captured, 0 as failed, 0 as unconfirmed, 0 as replies, 0 as bounces, 0 as complaints
          from arrivals r
          cross join lateral (select coalesce(cardinality(r.held_positions), r.records, 1) as records) n
         where r.id >= first_id_at(p_at => since) and r.id < first_id_at(p_at => upto) and r.status <> 'accepted'
        union all
        select m.organization_id, quarter_hour_of(p_at => m.created_at), 0, 0, 0,
               -- Counts a message as sent unless it failed or is unconfirmed, because a later reply or bounce
               -- replaces its state "sent".
               (m.status not in ('failed', 'unconfirmed'))::int, 0, (m.status = 'failed')::int, (m.status = 'unconfirmed')::int, 0, 0, 0
          from message_log m
         where m.id >= first_id_at(p_at => since) and m.id < first_id_at(p_at => upto)
        union all
        select o.organization_id, quarter_hour_of(p_at => o.created_at), 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
          from captured_messages o
         where o.id >= first_id_at(p_at => since) and o.id < first_id_at(p_at => upto)
        union all
        select h.organization_id, quarter_hour_of(p_at => h.at), 0, 0, 0, 0, 0, 0, 0,
               (h.reaction = 'reply')::int, (h.reaction = 'bounce')::int, (h.reaction = 'complaint')::int
          from first_reactions h
         where h.at >= since and h.at < upto
      ) e
     group by e.organization_id, e.period_start
    on conflict (organization_id, period_start) do update
       set held = a.held + excluded.held, refused = a.refused + excluded.refused, ignored = a.ignored + excluded.ignored,
           sent = a.sent + excluded.sent, captured = a.captured + excluded.captured, failed = a.failed + excluded.failed,
           unconfirmed = a.unconfirmed + excluded.unconfirmed, replies = a.replies + excluded.replies,
           bounces = a.bounces + excluded.bounces, complaints = a.complaints + excluded.complaints
    returning a.organization_id
  )
  -- Deletes counts older than 62 days (30 days and the 30 days before them), only for the organizations that had
  -- events in this call.
  delete from activity old
   using (select distinct c.organization_id from counted c) at_work
   where old.organization_id = at_work.organization_id and old.period_start < upto - interval '62 days';
  update activity_progress f set counted_until = upto where f.only_row;
  return upto < latest;
end $$;
