-- Gives a new sender a mailbox that is due since the sender was created, so that mailboxes are found by when they are
-- due and by nothing else.
create or replace function open_mailbox() returns trigger
language plpgsql
as $$
begin
  insert into mailboxes (sender_id, due_at) values (new.id, new.created_at) on conflict do nothing;
  return null;
end $$;

create or replace trigger open_mailbox after insert on senders
for each row when (new.kind <> 'deployment') execute function open_mailbox();
