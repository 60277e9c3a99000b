-- A sender has a mailbox from its first moment, so that what is to be read is found by when it is due and by nothing
-- else.
create or replace function open_mailbox() returns trigger
language plpgsql
as $$
begin
  insert into mailboxes (sender_id, due_at) values (new.id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;

create or replace trigger open_mailbox after insert on senders
for each row when (new.kind <> 'deployment') execute function open_mailbox();
