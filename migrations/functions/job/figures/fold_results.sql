-- Adds the messages and reactions of real organizations since the last call to the table `spinner_results`, at most one
-- hour and about 20,000 messages in each call. Returns whether more is left. Leaves out the last two minutes, because
-- their rows may not be committed yet.
create or replace function fold_results(p_now timestamptz) returns boolean
language plpgsql
as $$
declare
  since timestamptz;
  upto timestamptz;
  latest timestamptz := date_trunc('minute', p_now - interval '2 minutes');
  next_id uuid;
begin
  insert into results_progress (counted_until) values (to_timestamp(0)) on conflict do nothing;
  -- Finds no row if another runtime has locked it, because that runtime is counting at this moment.
  select f.counted_until into since from results_progress f for update skip locked;
  if since is null or since >= latest then
    return false;
  end if;
  -- Skips the time before the next message or reaction: after a month without a runtime, counting it would take 720
  -- calls.
  select least(latest, min(f.at)) into upto
    from (
      select time_of_id(p_id => i.first) as at
        from (values
          ((select m.id from message_log m where m.id >= first_id_at(p_at => since) order by m.id limit 1)),
          ((select o.id from captured_messages o where o.id >= first_id_at(p_at => since) order by o.id limit 1))) i(first)
      union all
      select h.at from (select h.at from inbound_facts h where h.at >= since order by h.at limit 1) h
      union all
      select x.at from (select x.at from suppression_events x where x.at >= since order by x.at limit 1) x
      union all
      select min(g.reached_at) from goal_outcomes g where g.reached_at >= since
      union all
      select min(g.first_at) from goal_outcomes g where g.first_at >= since and g.is_held_out) f;
  since := greatest(since, date_trunc('milliseconds', upto));
  upto := least(latest, since + interval '1 hour');
  select m.id into next_id from message_log m
   where m.id >= first_id_at(p_at => since) and m.id < first_id_at(p_at => upto) order by m.id offset 20000 limit 1;
  if next_id is not null then
    upto := greatest(time_of_id(p_id => next_id), since + interval '1 millisecond');
  end if;
  perform add_results(p_organization => null, p_since => since, p_until => upto);
  update results_progress f set counted_until = upto where f.only_row;
  return upto < latest;
end $$;
