-- A sender that says anew where it is read, or is let in again, is read at its next turn: what could not be read before
-- is tried less and less often.
create or replace function reread_mailbox() returns trigger
language plpgsql
as $$
begin
  update mailboxes m set due_at = clock_timestamp(), failures = 0
   where m.sender_id = new.id and m.due_at > clock_timestamp();
  return null;
end $$;

create or replace trigger reread_mailbox after update of settings, state on senders
for each row when (
  new.settings is distinct from old.settings or (new.state = 'connected' and old.state = 'needsAttention'))
execute function reread_mailbox();
