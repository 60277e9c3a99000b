-- Stores a contact for each e-mail that is about to be marked as being sent. Returns the e-mails that may not
-- be sent now, with their codes and the evidence. If an e-mail only has to wait, also returns the seconds
-- until the next check. An e-mail is a step's message of a recipient to an address; without an address
-- nothing is claimed.
--
-- If p_heeds_policy is false, only claims decide, and neither the contact policy nor exclusive spinners. This
-- is for e-mails that may have left already, whose addresses must be claimed whatever the rules say now.
--
-- If two transactions claim one address at the same moment, the unique index decides. The second waits for
-- the commit of the first, in whatever process, and then finds its row. Addresses are always claimed in the
-- same order; otherwise two transactions could deadlock.
create or replace function claim_contacts(
  p_at timestamptz, p_job uuid, p_slice int, p_heeds_policy boolean,
  marked_ids bigint[], marked_addresses text[], marked_steps int[],
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[]
)
language plpgsql
--! include one_plan
as $$
declare
  organization uuid;
  spinner uuid;
  root uuid;
  retry uuid;
  once_per_person boolean;
  is_exclusive boolean;
  -- Whether earlier jobs may have written without claiming the person.
  was_per_record boolean;
  policy contact_policies;
  lock_key bigint;
  marked record;
  verdict record;
begin
  select j.organization_id, j.spinner_id, coalesce(j.root_job_id, j.retry_of, j.id), v.contact = 'oncePerPerson', v.exclusive and p_heeds_policy,
         v.contact = 'oncePerPerson' and exists (
           select from spinner_versions e where e.spinner_id = j.spinner_id and e.contact = 'oncePerRecord')
    into organization, spinner, root, once_per_person, is_exclusive, was_per_record
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job;
  retry := nullif(p_job, root);
  if p_heeds_policy then
    select * into policy from contact_policies p where p.organization_id = organization;
  end if;

  -- Tests one column of the policy, because `is not null` is true for a row only if all of its columns are
  -- set.
  if is_exclusive or policy.organization_id is not null then
    -- Keeps what is read below from changing before the commit. Takes the locks in the order of their keys;
    -- otherwise two calls could deadlock.
    for lock_key in
      select distinct hashtextextended(organization || ' ' || k.what, 1)
        from (select unnest(marked_addresses) as what
              union all
              select company_domain(p_address => a) from unnest(marked_addresses) a
               where policy.active_per_domain is not null) k
       where k.what is not null order by 1
    loop
      perform pg_advisory_xact_lock(lock_key);
    end loop;
    if policy.active_per_domain is not null then
      -- Recipients that have come to the end no longer count for their company. No other code removes them,
      -- so only organizations with this limit pay for it.
      update contacts c set active_domain = null
       where c.organization_id = organization and not is_active_contact(p_contact => c) and c.active_domain = any(array(
         select company_domain(p_address => a) from unnest(marked_addresses) a));
    end if;
  else
    -- Nearly always no other job has claimed any of these addresses. Leaving out the claimed ones with "on
    -- conflict" would cost twice as much for each address.
    begin
      insert into contacts (record_id, at, step, slice, organization_id, spinner_id, root_job_id, retry_job_id, first, address)
      select m.id, p_at, m.step, p_slice, organization, spinner, root, retry,
             -- At step 0 a recipient has not written to anybody yet, unless its job is a retry, so nothing is
             -- looked up.
             once_per_person and ((m.step = 0 and retry is null) or not exists (
               select from contacts c
                where c.organization_id = organization and c.address = m.address and c.first and c.spinner_id = spinner
                  and c.root_job_id = root and c.record_id = m.id and c.step <> m.step)),
             m.address
        from (select unnest(marked_ids) as id, unnest(marked_addresses) as address, unnest(marked_steps) as step) m
       where m.address is not null
       order by m.address, m.id;
      if not was_per_record then
        return;
      end if;
      -- Looks for addresses that a job of an earlier version of the spinner has written to without claiming the person.
      if not exists (
        select from unnest(marked_ids, marked_addresses) m(id, address)
          join contacts c on c.organization_id = organization and c.address = m.address and c.spinner_id = spinner
         where (c.root_job_id, c.record_id) <> (root, m.id)
      ) then
        return;
      end if;
      raise unique_violation;
    exception when unique_violation then
      null;
    end;
  end if;

  -- Decides the e-mails one by one, because each decision counts for the next.
  for marked in
    select m.id, m.address, m.step
      from (select unnest(marked_ids) as id, unnest(marked_addresses) as address, unnest(marked_steps) as step) m
     where m.address is not null
     order by m.address, m.id
  loop
    loop
      select * into verdict from contact_verdict(
        p_at => p_at, p_organization => organization, p_spinner => spinner, p_root_job => root, p_record => marked.id,
        p_step => marked.step, p_address => marked.address, p_once_per_person => once_per_person,
        p_is_exclusive => is_exclusive, p_policy => policy);
      exit when verdict.code is not null;
      -- Updates a contact that is entered already, because a mark may be repeated after a lost answer.
      update contacts c set at = p_at, retry_job_id = retry
       where c.organization_id = organization and c.address = marked.address and c.root_job_id = root
         and c.record_id = marked.id and c.step = marked.step;
      exit when found;
      insert into contacts (record_id, at, step, slice, organization_id, spinner_id, root_job_id, retry_job_id, first, address,
                            active_domain)
      values (marked.id, p_at, marked.step, p_slice, organization, spinner, root, retry,
              -- Looks for the recipient's own contacts only. A contact that another transaction has committed
              -- since the verdict must cause a conflict here.
              once_per_person and not exists (
                select from contacts c
                 where c.organization_id = organization and c.address = marked.address and c.first
                   and c.spinner_id = spinner and c.root_job_id = root and c.record_id = marked.id),
              marked.address,
              case when policy.active_per_domain is not null then company_domain(p_address => marked.address) end)
      on conflict do nothing;
      exit when found;
      -- Another transaction has committed a contact since the verdict, so the loop decides anew.
    end loop;
    if verdict.code is not null then
      withheld_ids := withheld_ids || marked.id;
      withheld_codes := withheld_codes || verdict.code;
      withheld_seconds := withheld_seconds || verdict.seconds;
      withheld_evidence := withheld_evidence || verdict.evidence;
    end if;
  end loop;
end $$;
