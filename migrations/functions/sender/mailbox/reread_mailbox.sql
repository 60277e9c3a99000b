-- Makes the mailbox of a sender due for reading at once, after the account of the sender was changed or reconnected.
create or replace function reread_mailbox() returns trigger
language plpgsql
as $$
begin
  perform make_mailbox_due(p_sender => new.id);
  return null;
end $$;

create or replace trigger reread_mailbox after update of settings, status on senders
for each row when (
  new.settings is distinct from old.settings or (new.status = 'connected' and old.status = 'needsAttention'))
execute function reread_mailbox();
