-- Notes a fact about a message with the provider's words: 'bounce', 'complaint', 'refused' or
-- 'refusalReport'. 'refused' is the answer of the sender's own server; 'refusalReport' comes by a report,
-- with the recipient's domain if it is known. Pauses the sender for the spinner if there are too many such
-- facts, and for all spinners if the refusals are about the sender. Returns whether this call paused it.
create or replace function note_message_failure(
  p_sender uuid, p_spinner uuid, p_kind text, p_at timestamptz, p_server_response text, p_domain text, out is_paused boolean
)
language plpgsql
--! include one_plan
as $$
declare
  this_period timestamptz := ten_minutes_of(p_at => p_at);
  breaker sender_breakers;
  sums record;
  refusals record;
  domains bigint;
  fault record;
  reason jsonb;
begin
  is_paused := false;
  if not exists (select from senders s where s.id = p_sender) then
    return;
  end if;
  insert into sender_health as h (
    sender_id, spinner_id, period_start, bounced, complained, refused, refusal_reports, refused_domains)
  values (p_sender, p_spinner, this_period, (p_kind = 'bounce')::int, (p_kind = 'complaint')::int,
          (p_kind in ('refused', 'refusalReport'))::int, (p_kind = 'refusalReport')::int,
          case when p_kind = 'refusalReport' and p_domain is not null then array[hashtextextended(p_domain, 0)] else '{}' end)
  on conflict (sender_id, spinner_id, period_start) do update
     set bounced = h.bounced + excluded.bounced, complained = h.complained + excluded.complained,
         refused = h.refused + excluded.refused, refusal_reports = h.refusal_reports + excluded.refusal_reports,
         -- Stores up to 8 recipient domains of refusals, because the rule that pauses a sender needs no more.
         refused_domains = case when h.refused_domains @> excluded.refused_domains or cardinality(h.refused_domains) >= 8
                                then h.refused_domains else h.refused_domains || excluded.refused_domains end;
  insert into sender_breakers (sender_id, spinner_id, counted_since) values (p_sender, p_spinner, p_at) on conflict do nothing;
  select * into breaker from sender_breakers b
   where b.sender_id = p_sender and b.spinner_id = p_spinner for no key update;
  if p_kind = 'refusalReport' then
    select coalesce(sum(h.sent), 0)::bigint as sent, coalesce(sum(h.bounced), 0) as bounced,
           coalesce(sum(h.complained), 0) as complained, coalesce(sum(h.refused), 0)::bigint as refused,
           count(distinct h.spinner_id) filter (where h.refused > 0) as spinners
      into refusals
      from sender_health h where h.sender_id = p_sender and h.period_start >= this_period - interval '10 minutes';
    select count(distinct d) into domains
      from sender_health h cross join lateral unnest(h.refused_domains) d
     where h.sender_id = p_sender and h.period_start >= this_period - interval '10 minutes';
    if refuses_sender(p_sent => refusals.sent, p_refused => refusals.refused, p_spinners => refusals.spinners,
                      p_domains => domains) then
      reason := jsonb_build_object(
        'code', 'PROVIDER_REFUSES', 'serverResponse', p_server_response,
        'numbers', jsonb_build_object('sent', refusals.sent, 'bounced', refusals.bounced,
                                      'complained', refusals.complained, 'refused', refusals.refused));
      update senders s set status = 'paused', status_reason = reason, revision = s.revision + 1
       where s.id = p_sender and s.status = 'connected';
      if found then
        is_paused := true;
        update sender_breakers b set paused_at = p_at, fault = reason, owners_notified_at = null
         where b.sender_id = p_sender and b.spinner_id = p_spinner;
        perform note_sender_paused(p_sender => p_sender, p_spinner => null, p_code => 'PROVIDER_REFUSES', p_at => p_at);
        return;
      end if;
    end if;
  end if;
  if breaker.paused_at is not null then
    return;
  end if;
  -- Adds up all stored counts of the sender for this spinner, without a start time, because resuming a sender
  -- deletes its earlier counts.
  select array[coalesce(sum(h.sent) filter (where h.period_start >= this_period - interval '10 minutes'), 0),
               coalesce(sum(h.bounced) filter (where h.period_start >= this_period - interval '10 minutes'), 0),
               coalesce(sum(h.complained) filter (where h.period_start >= this_period - interval '10 minutes'), 0),
               coalesce(sum(h.refused) filter (where h.period_start >= this_period - interval '10 minutes'), 0),
               coalesce(sum(h.refusal_reports) filter (where h.period_start >= this_period - interval '10 minutes'), 0)]::bigint[] as recent,
         array[coalesce(sum(h.sent) filter (where h.period_start >= this_period - interval '1 hour'), 0),
               coalesce(sum(h.bounced) filter (where h.period_start >= this_period - interval '1 hour'), 0),
               coalesce(sum(h.complained) filter (where h.period_start >= this_period - interval '1 hour'), 0),
               coalesce(sum(h.refused) filter (where h.period_start >= this_period - interval '1 hour'), 0)]::bigint[] as hour,
         array[coalesce(sum(h.sent) filter (where h.period_start >= this_period - interval '1 day'), 0),
               coalesce(sum(h.bounced) filter (where h.period_start >= this_period - interval '1 day'), 0),
               coalesce(sum(h.complained) filter (where h.period_start >= this_period - interval '1 day'), 0),
               coalesce(sum(h.refused) filter (where h.period_start >= this_period - interval '1 day'), 0)]::bigint[] as day,
         array[coalesce(sum(h.sent), 0), coalesce(sum(h.bounced), 0),
               coalesce(sum(h.complained), 0), coalesce(sum(h.refused), 0)]::bigint[] as whole
    into sums
    from sender_health h where h.sender_id = p_sender and h.spinner_id = p_spinner;
  select * into fault from sender_trouble(
    p_recent => sums.recent, p_hour => sums.hour, p_day => sums.day, p_all => sums.whole);
  if fault.code is null then
    return;
  end if;
  is_paused := true;
  reason := jsonb_build_object(
    'code', fault.code, 'serverResponse', p_server_response,
    'numbers', jsonb_build_object('sent', fault.counts[1], 'bounced', fault.counts[2],
                                  'complained', fault.counts[3], 'refused', fault.counts[4]));
  update sender_breakers b set paused_at = p_at, fault = reason, owners_notified_at = null
   where b.sender_id = p_sender and b.spinner_id = p_spinner;
  if fault.code = 'PROVIDER_REFUSES' then
    update senders s set status = 'paused', status_reason = reason, revision = s.revision + 1
     where s.id = p_sender and s.status = 'connected';
  end if;
  perform note_sender_paused(
    p_sender => p_sender, p_spinner => case when fault.code = 'PROVIDER_REFUSES' then null else p_spinner end,
    p_code => fault.code, p_at => p_at);
end $$;
