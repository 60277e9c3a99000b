-- Returns whether a recipient waits for one of the senders: until the sender may send its next message, until a user
-- has fixed it, or until its server or provider accepts mail again. p_senders has the senders' ids as text.
create or replace function waits_for_sender(p_recipient recipients, p_senders text[]) returns boolean
language sql immutable
as $$
  select p_recipient.status = 'waiting'
     and (p_recipient.evidence ->> 'senderId' = any(p_senders)
          or (p_recipient.sender_id::text = any(p_senders)
              and (p_recipient.reason = 'SENDER_NEEDS_ATTENTION' or p_recipient.evidence ->> 'refusalScope' in ('server', 'account'))))
$$;
