-- Creates the row in `mailboxes` for a new sender, due for reading since the sender was created. So every
-- mailbox has a row, and is found by its due time alone.
create or replace function open_mailbox() returns trigger
language plpgsql
as $$
begin
  insert into mailboxes (sender_id, due_at) values (new.id, new.created_at) on conflict do nothing;
  return null;
end $$;

create or replace trigger open_mailbox after insert on senders
for each row when (new.kind <> 'deployment') execute function open_mailbox();
