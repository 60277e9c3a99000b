-- Lets a sender that was paused send again, for one spinner, or for all if p_spinner is null, and restarts the
-- counts. Returns false if the sender was not paused, null if there is no such sender. The recipients that wait for the
-- sender are made due after the commit (continue_outdated_waits, recheck_waits).
create or replace function end_sender_pauses(p_organization uuid, p_sender uuid, p_spinner uuid, p_at timestamptz)
returns boolean
language plpgsql
--! include one_plan
as $$
declare
  resumed uuid[];
begin
  if not exists (select from senders s where s.id = p_sender and s.organization_id = p_organization) then
    return null;
  end if;
  resumed := array(
    select b.spinner_id from sender_breakers b
     where b.sender_id = p_sender and b.paused_at is not null and (p_spinner is null or b.spinner_id = p_spinner));
  if cardinality(resumed) = 0 and not exists (
    select from senders s where s.id = p_sender and s.status = 'paused' and p_spinner is null) then
    return false;
  end if;
  -- Takes locks in the order of docs/contribute/locks.md (sending): sender_health, sender_breakers, senders.
  -- The messages of the last day still count for the pool of the sender.
  delete from sender_health h
   where h.sender_id = p_sender and h.spinner_id = any(resumed) and h.period_start < p_at - interval '25 hours';
  update sender_health h
     set other_sent = h.other_sent + h.sent, sent = 0, bounced = 0, complained = 0, refused = 0, temporary_refusals = 0,
         refusal_reports = 0, refused_domains = '{}'
   where h.sender_id = p_sender and h.spinner_id = any(resumed);
  update sender_breakers b set counted_since = p_at, paused_at = null, fault = null, owners_notified_at = null
   where b.sender_id = p_sender and b.spinner_id = any(resumed);
  -- Resumes the sender for all spinners if its provider refused it, because such a refusal pauses it for all
  -- spinners.
  update senders s set status = 'connected', status_reason = null, revision = s.revision + 1
   where s.id = p_sender and s.status = 'paused' and (p_spinner is null or s.status_reason ->> 'code' = 'PROVIDER_REFUSES');
  if found then
    -- Resets the refusals of spinners for which the sender was not paused; otherwise the next refusal would
    -- pause the sender again.
    update sender_health h set refused = 0, refusal_reports = 0, refused_domains = '{}'
     where h.sender_id = p_sender and h.refused > 0;
  end if;
  return true;
end $$;
