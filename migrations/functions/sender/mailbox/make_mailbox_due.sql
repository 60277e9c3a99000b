-- Makes the mailbox of a sender due for reading at once: a mailbox that could not be read is tried less and less
-- often. A mailbox that is being read at this moment is due when that reading ends. Any other mailbox gets the time
-- when its sender was created as its due time, which has always passed.
create or replace function make_mailbox_due(p_sender uuid) returns void
language plpgsql
as $$
begin
  update mailboxes m
     set due_at = case when m.lease_holder is null then s.created_at else m.due_at end,
         sender_changed = m.lease_holder is not null, failures = 0
    from senders s
   where s.id = p_sender and m.sender_id = s.id and m.due_at > s.created_at;
end $$;
