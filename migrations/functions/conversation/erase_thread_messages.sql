-- Deletes the threads with a person, the mails that the person wrote or that are about p_records, and p_messages, which
-- name the person. Returns the number of deleted mails.
create or replace function erase_thread_messages(
  p_organization uuid, p_address text, p_records bigint[], p_messages uuid[]
) returns int
language plpgsql
--! include one_plan
as $$
begin
  perform lock_threads(p_organization => p_organization);
  return remove_thread_messages(
    p_organization => p_organization,
    p_messages => array(
      select m.id from threads t join thread_messages m on m.thread_id = t.id
       where t.organization_id = p_organization and t.address = p_address
      union
      select m.id from thread_messages m where m.organization_id = p_organization and m.address = p_address
      union
      select m.id from thread_messages m where m.organization_id = p_organization and m.record_id = any(p_records)
      union
      select m.id from thread_messages m where m.organization_id = p_organization and m.id = any(p_messages)));
end $$;
