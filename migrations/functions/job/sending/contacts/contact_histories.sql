-- Returns for several addresses what the contact rules need: the suppression of the address, and its contacts
-- (the stored messages to it), as `contact_verdict` reads them for one address. Leaves out addresses of which
-- nothing is known, and messages that no rule depends on. Rehearsals call it. They decide by `verdictOn` of
-- src/domain/job/sending/contact-verdict.ts, and reserve no address.
create or replace function contact_histories(
  p_organization uuid, p_spinner uuid, p_is_exclusive boolean, p_messages int, p_addresses text[], p_digests text[]
) returns table (address text, suppression text, contacts jsonb)
language plpgsql stable
--! include one_plan
as $$
begin
  return query
    select a.address,
           coalesce(
             (select s.reason from suppressions s where s.organization_id = p_organization and s.email = a.address),
             (select s.reason from suppressions s where s.organization_id = p_organization and s.email = domain_entry(a.address)),
             (select d.reason from digested_suppressions d where d.organization_id = p_organization and d.digest = a.digest)),
           (select jsonb_agg(jsonb_build_object(
                     'spinnerId', c.spinner_id, 'rootJobId', c.root_job_id,
                     'jobId', coalesce(c.retry_job_id, c.root_job_id), 'recordId', c.record_id::text, 'step', c.step,
                     'at', c.at, 'holdsPerson', p_is_exclusive and exists (
                       select from jobs j
                         join spinner_versions v
                           on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.is_exclusive
                        where j.id = coalesce(c.retry_job_id, c.root_job_id) and is_active_contact(p_contact => c::sent_emails))))
              from (
                (select * from sent_emails o
                  where o.organization_id = p_organization and o.address = a.address and o.spinner_id = p_spinner
                  order by o.at, coalesce(o.retry_job_id, o.root_job_id), o.step limit 1)
                union
                (select * from sent_emails o
                  where o.organization_id = p_organization and o.address = a.address and o.spinner_id <> p_spinner
                  order by o.at desc, coalesce(o.retry_job_id, o.root_job_id) desc, o.step desc limit 1)
                union
                (select o.* from sent_emails o
                   join jobs j on j.id = coalesce(o.retry_job_id, o.root_job_id)
                   join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.is_exclusive
                  where p_is_exclusive and o.organization_id = p_organization and o.address = a.address
                    and o.spinner_id <> p_spinner and is_active_contact(p_contact => o)
                  order by o.at, j.id, o.step limit 1)
                union
                (select * from sent_emails o
                  where o.organization_id = p_organization and o.address = a.address
                  order by o.at desc limit p_messages)
                union all
                -- Adds the messages that a user had sent again, at no step, because no message repeats them. The latest of
                -- them is listed above until the message is sent again.
                (select o.record_id, e.at, -1, o.slice, o.organization_id, o.spinner_id, o.root_job_id, o.retry_job_id, o.first,
                        o.address, o.active_domain, o.replied_at, o.reply, o.earlier_at
                   from sent_emails o cross join lateral unnest(o.earlier_at) as e(at)
                  where o.organization_id = p_organization and o.address = a.address and o.earlier_at is not null and e.at <> o.at
                  order by e.at desc limit p_messages)) c)
      from unnest(p_addresses, p_digests) a(address, digest)
     where exists (
             select from sent_emails c where c.organization_id = p_organization and c.address = a.address)
        or exists (
             select from suppressions s where s.organization_id = p_organization and s.email in (a.address, domain_entry(a.address)))
        or exists (
             select from digested_suppressions d where d.organization_id = p_organization and d.digest = a.digest);
end $$;
