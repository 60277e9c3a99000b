-- The first message of a sender on a day lets its mailbox be read within 20 seconds: mailboxes of senders that send
-- nothing are read every few minutes. A mailbox that is being read, or cannot be read, keeps its time.
create or replace function wake_mailbox() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' or new.day is distinct from old.day then
    update mailboxes m set due_at = clock_timestamp() + interval '20 seconds'
     where m.sender_id = new.sender_id and m.due_at > clock_timestamp() + interval '20 seconds'
       and m.lease_holder is null and m.failures = 0;
  end if;
  return null;
end $$;

create or replace trigger wake_mailbox after insert or update of day on sender_budgets
for each row execute function wake_mailbox();
