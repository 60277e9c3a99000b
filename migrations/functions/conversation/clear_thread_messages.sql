-- Deletes up to p_most mails of threads from before a time, and returns how many.
create or replace function clear_thread_messages(p_organization uuid, p_before timestamptz, p_most int) returns int
language plpgsql
--! include one_plan
as $$
begin
  perform lock_threads(p_organization => p_organization);
  return remove_thread_messages(
    p_organization => p_organization,
    p_messages => array(
      select m.id from thread_messages m
       where m.organization_id = p_organization and m.at < p_before order by m.at limit p_most));
end $$;
