-- Returns the time of the p_nth latest message to an address, without counting the message that is now to be
-- sent; null if there are fewer.
create or replace function nth_last_contact(
  p_organization uuid, p_address text, p_root_job uuid, p_record bigint, p_step int, p_nth int
) returns timestamptz
language plpgsql stable
as $$
begin
  return (
    select m.at
      from (
        select c.at from sent_emails c
         where c.organization_id = p_organization and c.address = p_address
           and (c.root_job_id, c.record_id, c.step) <> (p_root_job, p_record, p_step)
        union all
        -- Adds the messages that a user had sent again. The latest of them is counted above until the message is sent
        -- again.
        select e.at from sent_emails c cross join lateral unnest(c.earlier_at) as e(at)
         where c.organization_id = p_organization and c.address = p_address and c.earlier_at is not null
           and (e.at <> c.at or (c.root_job_id, c.record_id, c.step) = (p_root_job, p_record, p_step))) m
     order by m.at desc offset p_nth - 1 limit 1);
end $$;
