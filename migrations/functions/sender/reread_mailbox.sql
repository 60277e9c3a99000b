-- Makes the mailbox of a sender due for reading at once, when its account was changed or it was reconnected: a
-- mailbox that could not be read is tried less and less often. A mailbox that is being read at this moment is
-- due when that reading ends. Any other mailbox gets the time when its sender was created as its due time,
-- which has always passed.
create or replace function reread_mailbox() returns trigger
language plpgsql
as $$
begin
  update mailboxes m
     set due_at = case when m.lease_holder is null then new.created_at else m.due_at end,
         sender_changed = m.lease_holder is not null, failures = 0
   where m.sender_id = new.id and m.due_at > new.created_at;
  return null;
end $$;

create or replace trigger reread_mailbox after update of settings, state on senders
for each row when (
  new.settings is distinct from old.settings or (new.state = 'connected' and old.state = 'needsAttention'))
execute function reread_mailbox();
