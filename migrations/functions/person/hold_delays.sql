-- Returns whether a hold until p_until changes when a recipient continues. A hold also replaces a longer wait for the
-- contact policy, a send window, a time of day or date, or a change of the record: a change of the policy, the time zone
-- or the record may end such a wait within the hold (recheck_waits, wake_for_changed_records). The rule is checked again
-- at the end of the hold. A longer wait for a sender stays, because the recipient would lose its place among the messages
-- of the sender.
create or replace function hold_delays(p_recipient recipients, p_until timestamptz, p_now timestamptz) returns boolean
language sql immutable
as $$
  select p_recipient.due_at < p_until
      or (p_until > p_now and p_recipient.status = 'waiting' and p_recipient.reason = any(array[
            'DAYS_BETWEEN_SPINNERS', 'MESSAGES_PER_DAY', 'MESSAGES_PER_WEEK', 'ACTIVE_PER_DOMAIN',
            'OUTSIDE_WINDOW', 'SPINNER_PACE', 'WAITS_FOR_HOUR', 'WAITS_FOR_DATE', 'WAITS_FOR_CHANGE', 'WAITS_FOR_CONDITION']))
$$;
