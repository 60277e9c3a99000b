-- Deletes the contacts of messages that were not sent, so that their addresses are free for other recipients. The lists
-- of p_released (ids, addresses, steps) have one item for each message; p_ids are the recipients to release, null for
-- all. A reply that was attributed to such a message by its author alone is noted at the latest other message to the
-- address, so that people_who_replied still finds it.
create or replace function release_addresses(p_job uuid, p_released jsonb, p_ids bigint[]) returns void
language plpgsql
--! include one_plan
as $$
declare
  released sent_emails;
  latest tid;
begin
  update sent_emails c set at = c.earlier_at[cardinality(c.earlier_at)]
    from (select unnest(l.ids) as id, unnest(l.addresses) as address, unnest(l.steps) as step
            from jsonb_to_record(p_released) as l(ids bigint[], addresses text[], steps int[])) r
    join jobs j on j.id = p_job and j.retry_of is not null
   where (p_ids is null or r.id = any(p_ids)) and c.organization_id = j.organization_id and c.address = r.address
     and c.root_job_id = root_of_job(p_job => j) and c.step = r.step and c.record_id = r.id and c.earlier_at is not null;
  for released in
    delete from sent_emails c
     using (select unnest(l.ids) as id, unnest(l.addresses) as address, unnest(l.steps) as step
              from jsonb_to_record(p_released) as l(ids bigint[], addresses text[], steps int[])) r, jobs j
     where (p_ids is null or r.id = any(p_ids)) and j.id = p_job and c.organization_id = j.organization_id
       and c.address = r.address and c.root_job_id = root_of_job(p_job => j) and c.step = r.step and c.record_id = r.id and c.earlier_at is null
    returning c.*
  loop
    continue when released.replied_at is null;
    select o.ctid into latest
      from sent_emails o
     where o.organization_id = released.organization_id and o.address = released.address
     order by o.at desc limit 1
       for update;
    update sent_emails c
       set reply = case when c.reply ? 'request' then c.reply else released.reply end,
           replied_at = greatest(c.replied_at, released.replied_at)
     where c.ctid = latest;
  end loop;
end $$;
