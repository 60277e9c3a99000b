-- Notes what came back of a message: 'bounce', 'complaint' or 'refused', with the provider's words. Pauses the sender
-- for the spinner where that is too much; where its provider refuses everything, for all of them. Answers whether it
-- did now.
create or replace function note_sender_health(
  p_sender uuid, p_spinner uuid, p_kind text, p_at timestamptz, p_words text, out is_paused boolean
)
language plpgsql
--! include one_plan
as $$
declare
  this_part timestamptz := sender_health_part(p_at => p_at);
  breaker sender_breakers;
  sums record;
  trouble record;
  reason jsonb;
begin
  is_paused := false;
  if not exists (select from senders s where s.id = p_sender) then
    return;
  end if;
  insert into sender_health as h (sender_id, spinner_id, part, bounced, complained, refused)
  values (p_sender, p_spinner, this_part, (p_kind = 'bounce')::int, (p_kind = 'complaint')::int, (p_kind = 'refused')::int)
  on conflict (sender_id, spinner_id, part) do update
     set bounced = h.bounced + excluded.bounced, complained = h.complained + excluded.complained,
         refused = h.refused + excluded.refused;
  insert into sender_breakers (sender_id, spinner_id, armed_at) values (p_sender, p_spinner, p_at) on conflict do nothing;
  select * into breaker from sender_breakers b
   where b.sender_id = p_sender and b.spinner_id = p_spinner for no key update;
  if breaker.paused_at is not null then
    return;
  end if;
  -- The part in which it was armed counts, if it was armed before anything was sent; resuming removes what was counted.
  select array[coalesce(sum(h.sent) filter (where h.part >= this_part - interval '10 minutes'), 0),
               coalesce(sum(h.bounced) filter (where h.part >= this_part - interval '10 minutes'), 0),
               coalesce(sum(h.complained) filter (where h.part >= this_part - interval '10 minutes'), 0),
               coalesce(sum(h.refused) filter (where h.part >= this_part - interval '10 minutes'), 0)]::bigint[] as recent,
         array[coalesce(sum(h.sent) filter (where h.part >= this_part - interval '1 hour'), 0),
               coalesce(sum(h.bounced) filter (where h.part >= this_part - interval '1 hour'), 0),
               coalesce(sum(h.complained) filter (where h.part >= this_part - interval '1 hour'), 0),
               coalesce(sum(h.refused) filter (where h.part >= this_part - interval '1 hour'), 0)]::bigint[] as hour,
         array[coalesce(sum(h.sent) filter (where h.part >= this_part - interval '1 day'), 0),
               coalesce(sum(h.bounced) filter (where h.part >= this_part - interval '1 day'), 0),
               coalesce(sum(h.complained) filter (where h.part >= this_part - interval '1 day'), 0),
               coalesce(sum(h.refused) filter (where h.part >= this_part - interval '1 day'), 0)]::bigint[] as day,
         array[coalesce(sum(h.sent), 0), coalesce(sum(h.bounced), 0),
               coalesce(sum(h.complained), 0), coalesce(sum(h.refused), 0)]::bigint[] as whole
    into sums
    from sender_health h where h.sender_id = p_sender and h.spinner_id = p_spinner;
  select * into trouble from sender_trouble(
    p_recent => sums.recent, p_hour => sums.hour, p_day => sums.day, p_all => sums.whole);
  if trouble.code is null then
    return;
  end if;
  is_paused := true;
  reason := jsonb_build_object(
    'code', trouble.code, 'words', p_words,
    'numbers', jsonb_build_object('sent', trouble.counts[1], 'bounced', trouble.counts[2],
                                  'complained', trouble.counts[3], 'refused', trouble.counts[4]));
  update sender_breakers b set paused_at = p_at, trouble = reason, told_at = null
   where b.sender_id = p_sender and b.spinner_id = p_spinner;
  if trouble.code = 'PROVIDER_REFUSES' then
    update senders s set state = 'paused', state_reason = reason, revision = s.revision + 1
     where s.id = p_sender and s.state = 'connected';
  end if;
end $$;
