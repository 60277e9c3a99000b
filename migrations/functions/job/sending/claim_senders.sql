-- Chooses the senders of messages that are about to be marked as being sent, and counts the messages in the
-- daily budgets of the senders. Returns the messages that have to wait, with the reason code, the seconds and
-- the facts behind it. A recipient stays with the sender that wrote to it first, while that sender exists;
-- any other recipient gets the candidate that may send most messages today.
--
-- A message that was marked before is not counted again. Examples are a message of a test organization that
-- is captured again after a crash, and a call that is repeated because its answer was lost.
-- settle_and_mark_people has appended the ids that are marked now to `sending`, so a repeated id is in it
-- twice. `chooseSender` of src/domain/job/sending/choose-sender.ts does the same.
--
-- Every message of a sender locks the row of its budget. So the budgets are locked in the order of the sender
-- ids, after all other rows for which other transactions may wait (docs/contribute/locks.md, sending). The pools of
-- the senders are locked after the budgets, in the order of their ids: two transactions with senders of one pool
-- count one after the other.
create or replace function claim_senders(
  p_at timestamptz, p_job uuid, p_slice int,
  marked_ids bigint[], by_own uuid[], by_candidates text[], by_waited boolean[],
  out chosen_ids bigint[], out chosen_senders uuid[], out correspondents jsonb,
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[]
)
language plpgsql
--! include one_plan
as $$
declare
  job jobs;
  sender senders;
  budget sender_budgets;
  turn record;
  known_ids uuid[] := '{}';
  known senders[] := '{}';
  budgets sender_budgets[] := '{}';
  -- For each sender, the day of its budget before this call; null for a new budget.
  days date[] := '{}';
  day_before date;
  pauses boolean[] := '{}';
  is_taken boolean[] := '{}';
  -- For each sender, the index of its pool in `pools`; null for a sender without a pool.
  pool_places int[] := '{}';
  pool sender_pools;
  pools sender_pools[] := '{}';
  pools_used int[] := '{}';
  pools_free_at timestamptz[] := '{}';
  is_pool_taken boolean[] := '{}';
  is_pool_short boolean := false;
  has_pools boolean := false;
  use_of_pool record;
  pool_turn record;
  wanted uuid[] := '{}';
  sending_ids bigint[];
  -- For a message that a repeated call marks again: the index in known_ids of the sender whose budget already
  -- counts it.
  place int;
  -- The senders whose budgets this call counts a message in, one entry for each message.
  newly_chosen uuid[] := '{}';
  candidates int[];
  candidate int;
  own int;
  best int;
  best_left int;
  best_budget sender_budgets;
  after sender_budgets;
  waits_for int;
  waits_code text;
  waits_until timestamptz;
  waits_allowed int;
  waits_budget sender_budgets;
  waits_pool sender_pools;
  chance float8;
  -- Whether all messages have the same possible senders.
  is_alike boolean;
  -- The index in known_ids of the sender of each message, if they were chosen together.
  free int[];
begin
  chosen_ids := '{}';
  chosen_senders := '{}';
  correspondents := '{}';
  select * into job from jobs j where j.id = p_job;
  select s.sending into sending_ids from slices s where s.job_id = p_job and s.no = p_slice;
  is_alike := by_candidates[1] = all(by_candidates)
    and coalesce(by_own[1] = all(by_own), cardinality(array_remove(by_own, null)) = 0);
  for nth in 1 .. case when is_alike then 1 else cardinality(marked_ids) end loop
    wanted := wanted || by_candidates[nth]::uuid[] || by_own[nth];
  end loop;
  for sender in
    select s.* from senders s where s.organization_id = job.organization_id and s.id = any(wanted) order by s.id
  loop
    select * into budget from sender_budgets b where b.sender_id = sender.id for no key update;
    day_before := budget.day;
    if not found then
      insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, zone)
      values (sender.id, (p_at at time zone sender.time_zone)::date, 0, p_at, p_at, sender.time_zone)
      on conflict do nothing;
      select * into budget from sender_budgets b where b.sender_id = sender.id for no key update;
    end if;
    known_ids := known_ids || sender.id;
    known := known || sender;
    budgets := budgets || budget;
    days := days || day_before;
    pauses := pauses || (sender.status <> 'connected' or exists (
      select from sender_breakers p
       where p.sender_id = sender.id and p.spinner_id = job.spinner_id and p.paused_at is not null));
    is_taken := is_taken || false;
    has_pools := has_pools or sender.pool_id is not null;
  end loop;

  if has_pools then
    for pool in
      select p.* from sender_pools p where p.id in (select s.pool_id from unnest(known) s) order by p.id for no key update
    loop
      select * into use_of_pool from pool_use(p_pool => pool.id, p_at => p_at);
      pools := pools || pool;
      pools_used := pools_used || use_of_pool.used;
      pools_free_at := pools_free_at || use_of_pool.frees_at;
      is_pool_taken := is_pool_taken || false;
      is_pool_short := is_pool_short or pool.scheduled_until > p_at
        or pool.max_per_day - use_of_pool.used < cardinality(marked_ids);
    end loop;
    pool_places := array(
      select array_position(array(select p.id from unnest(pools) p), s.pool_id)
        from unnest(known) with ordinality as s order by s.ordinality);
  end if;

  -- Chooses the senders of all messages together if none was marked before. Nearly always this succeeds.
  if is_alike and sending_ids = marked_ids and true <> all(by_waited) and not is_pool_short then
    own := array_position(known_ids, by_own[1]);
    candidates := case when own is not null then array[own]
                       else array(select array_position(known_ids, c) from unnest(by_candidates[1]::uuid[]) c
                                   where c = any(known_ids)) end;
    free := choose_free_senders(
      p_at => p_at, p_senders => known, p_budgets => budgets, p_is_paused => pauses, p_possible => candidates,
      p_has_begun => own is not null, p_messages => cardinality(marked_ids));
  end if;
  if free is not null then
    chosen_ids := marked_ids;
    chosen_senders := array(select known_ids[f.place] from unnest(free) with ordinality as f(place, no) order by f.no);
    newly_chosen := chosen_senders;
    for nth in 1 .. cardinality(known_ids) loop
      is_taken[nth] := nth = any(free);
      continue when not is_taken[nth];
      sender := known[nth];
      budget := budget_today(p_at => p_at, p_sender => sender, p_budget => budgets[nth]);
      budget.used := budget.used + cardinality(array_positions(free, nth));
      budget.next_at := p_at;
      budget.priority_until := coalesce(budget.priority_until, p_at);
      budgets[nth] := budget;
      correspondents := correspondents || correspondent_of(p_sender => sender);
    end loop;
  end if;

  for nth in 1 .. case when free is null then cardinality(marked_ids) else 0 end loop
    continue when by_candidates[nth] is null;
    place := null;
    if cardinality(array_positions(sending_ids, marked_ids[nth])) > 1 then
      select array_position(known_ids, r.sender_id) into place
        from recipients r where r.job_id = p_job and r.slice = p_slice and r.record_id = marked_ids[nth];
      if pauses[place] then
        -- Removes the message from the budget of its sender, because the sender is paused and the message has
        -- to wait.
        budgets[place].used := greatest(budgets[place].used - 1, 0);
        place := null;
      end if;
    end if;
    own := array_position(known_ids, by_own[nth]);
    candidates := case when own is not null then array[own]
                       else array(select array_position(known_ids, c) from unnest(by_candidates[nth]::uuid[]) c
                                   where c = any(known_ids)) end;
    best := null;
    waits_for := null;
    chance := random();
    if place is not null then
      best := place;
      candidates := '{}';
    end if;
    foreach candidate in array candidates loop
      budget := budgets[candidate];
      select * into turn from sender_verdict(
        p_at => p_at, p_sender => known[candidate], p_budget => budget, p_is_paused => pauses[candidate],
        p_has_begun => own is not null, p_has_waited => by_waited[nth], p_random => chance);
      pool := null;
      if turn.code is null and pool_places[candidate] is not null then
        select * into pool_turn from pool_verdict(
          p_at => p_at, p_pool => pools[pool_places[candidate]], p_used => pools_used[pool_places[candidate]],
          p_frees_at => pools_free_at[pool_places[candidate]], p_has_begun => own is not null,
          p_has_waited => by_waited[nth]);
        if pool_turn.until is not null then
          turn.code := 'SENDER_POOL_LIMIT';
          turn.until := pool_turn.until;
          -- Does not count the message in the sender's budget, because the sender does not send it now.
          after := turn.after;
          after.used := after.used - 1;
          after.next_at := budget.next_at;
          turn.after := after;
          pool := pool_turn.after;
        end if;
      end if;
      if turn.code is null then
        if best is null or (coalesce(turn.room, 2147483647), -(turn.after).used) > (best_left, -best_budget.used) then
          best := candidate;
          best_left := coalesce(turn.room, 2147483647);
          best_budget := turn.after;
        end if;
      elsif waits_for is null
        or (turn.code = 'SENDER_PAUSED', turn.until) < (waits_code = 'SENDER_PAUSED', waits_until) then
        waits_for := candidate;
        waits_code := turn.code;
        waits_until := turn.until;
        waits_allowed := turn.allowed;
        waits_budget := turn.after;
        waits_pool := pool;
      end if;
    end loop;

    if best is not null then
      if place is null then
        budgets[best] := best_budget;
        is_taken[best] := true;
        newly_chosen := newly_chosen || known_ids[best];
        if pool_places[best] is not null then
          pools_used[pool_places[best]] := pools_used[pool_places[best]] + 1;
        end if;
      end if;
      chosen_ids := chosen_ids || marked_ids[nth];
      chosen_senders := chosen_senders || known_ids[best];
      correspondents := correspondents || correspondent_of(p_sender => known[best]);
    else
      withheld_ids := withheld_ids || marked_ids[nth];
      if waits_for is null then
        withheld_codes := withheld_codes || 'NO_SENDER'::text;
        withheld_seconds := withheld_seconds || (900 + 2700 * chance);
        withheld_evidence := withheld_evidence || '{}'::jsonb;
      else
        budgets[waits_for] := waits_budget;
        is_taken[waits_for] := true;
        if waits_pool.id is not null then
          pools[pool_places[waits_for]] := waits_pool;
          is_pool_taken[pool_places[waits_for]] := true;
        end if;
        withheld_codes := withheld_codes || waits_code::text;
        withheld_seconds := withheld_seconds || extract(epoch from waits_until - p_at)::float8;
        withheld_evidence := withheld_evidence || jsonb_strip_nulls(jsonb_build_object(
          'senderId', known_ids[waits_for], 'limit', case waits_code when 'SENDER_DAILY_LIMIT' then waits_allowed
                                             when 'SENDER_POOL_LIMIT' then waits_pool.max_per_day end,
          'poolId', case when waits_code = 'SENDER_POOL_LIMIT' then waits_pool.id end));
      end if;
    end if;
  end loop;

  update recipients r set sender_id = chosen_senders[array_position(chosen_ids, r.record_id)]
   where r.job_id = p_job and r.slice = p_slice and r.record_id = any(chosen_ids)
     and r.sender_id is distinct from chosen_senders[array_position(chosen_ids, r.record_id)];
  for nth in 1 .. cardinality(known_ids) loop
    budget := budgets[nth];
    -- Makes the sender's mailbox due for reading within 20 seconds at its first message of a day; mailboxes of
    -- senders that send nothing are read every few minutes. A mailbox that is being read, or cannot be read,
    -- keeps its time.
    if budget.day is distinct from days[nth] then
      update mailboxes m set due_at = p_at + interval '20 seconds'
       where m.sender_id = budget.sender_id and m.due_at > p_at + interval '20 seconds'
         and m.lease_holder is null and m.failures = 0;
    end if;
    continue when not is_taken[nth];
    update sender_budgets b
       set day = budget.day, used = budget.used, zone = budget.zone, next_at = budget.next_at, scheduled_until = budget.scheduled_until,
           scheduled_day = budget.scheduled_day, scheduled_count = budget.scheduled_count, priority_until = budget.priority_until
     where b.sender_id = budget.sender_id;
    if known_ids[nth] = any(newly_chosen) then
      perform count_sent(
        p_at => p_at, p_sender => known_ids[nth], p_spinner => job.spinner_id,
        p_messages => cardinality(array_positions(newly_chosen, known_ids[nth])));
    end if;
  end loop;
  for nth in 1 .. cardinality(pools) loop
    continue when not is_pool_taken[nth];
    update sender_pools p set scheduled_until = pools[nth].scheduled_until, priority_until = pools[nth].priority_until
     where p.id = pools[nth].id;
  end loop;
end $$;
