-- Returns the state of a person in the list of people, and the time of the last message to the person. Reads
-- 200 messages at most. `p_projects` limits the messages to those of the spinners of some projects; the state then does
-- not say whether the address is suppressed in the organization.
create or replace function state_of_person(p_organization uuid, p_person text, p_email text, p_projects uuid[])
returns table (status text, last_message_at timestamptz)
language sql stable
as $$
  select case when p_projects is null
                   -- Compares by the collation of the column, because its index serves no other: the addresses of `people`
                   -- have the collation "C".
                   and (exists (select from suppressions s
                                 where s.organization_id = p_organization
                                   and s.email in (p_email collate "default", domain_entry(p_email) collate "default"))
                        or exists (select from digested_suppressions d
                                    where d.organization_id = p_organization and d.digest = p_person)) then 'suppressed'
              when bool_or(m.recipient_status = 'pending') then 'writing'
              when bool_or(m.recipient_status = 'waiting') then 'waiting'
              when bool_or(m.replied_at is not null) then 'answered'
              else 'idle' end,
         max(m.at)
    from (select c.at, c.replied_at, r.status as recipient_status
            from (select x.* from sent_emails x
                   where p_email <> '' and x.organization_id = p_organization and x.address = p_email
                   limit 200) c
            left join jobs j on j.id = coalesce(c.retry_job_id, c.root_job_id) and is_unfinished_job(j.status)
            left join recipients r on r.job_id = j.id and r.slice = c.slice and r.record_id = c.record_id
           where p_projects is null
              or exists (select from stored_spinners s where s.id = c.spinner_id and s.project_id = any(p_projects))) m
$$;
