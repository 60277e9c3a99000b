-- Stores a contact (a row about a message to a person) for each e-mail that is about to be marked as being
-- sent, which reserves the address. Returns the e-mails that may not be sent now, with their reason codes and
-- the facts behind them. If an e-mail only has to wait, also returns the seconds until the next check. A
-- message without an address reserves nothing.
--
-- If p_heeds_policy is false, only the contacts of other recipients decide, and the contact policy and
-- exclusive spinners are ignored. This is for e-mails that may have been sent already, so their contacts must
-- be stored whatever the rules say now.
--
-- If two transactions reserve one address at the same moment, the unique index decides: the second waits for
-- the commit of the first, in whatever process, and then finds its row. Addresses are always reserved in the
-- same order; otherwise two transactions could deadlock.
--
-- Called by settle_and_mark_people, whose planner settings apply here too. Settings of its own took 26 µs a call.
create or replace function claim_addresses(
  p_at timestamptz, p_job uuid, p_slice int, p_heeds_policy boolean,
  marked_ids bigint[], marked_addresses text[], marked_steps int[],
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[]
)
language plpgsql
as $$
declare
  organization uuid;
  spinner uuid;
  root uuid;
  retry uuid;
  once_per_person boolean;
  is_exclusive boolean;
  -- Whether earlier jobs of the spinner may have written to people without reserving their addresses, because
  -- an earlier version wrote once per record.
  was_per_record boolean;
  has_policy boolean;
  policy contact_policies;
  lock_key bigint;
  marked record;
  verdict record;
begin
  select j.organization_id, j.spinner_id, root_of_job(p_job => j), v.contact = 'oncePerPerson', v.is_exclusive and p_heeds_policy,
         v.contact = 'oncePerPerson' and exists (
           select from spinner_versions e where e.spinner_id = j.spinner_id and e.contact = 'oncePerRecord'),
         p_heeds_policy and exists (select from contact_policies p where p.organization_id = j.organization_id)
    into organization, spinner, root, once_per_person, is_exclusive, was_per_record, has_policy
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job;
  retry := nullif(p_job, root);
  if has_policy then
    select * into policy from contact_policies p where p.organization_id = organization;
  end if;

  if is_exclusive or has_policy then
    -- Locks the addresses and companies, so that the contacts on which the policy decides do not change before
    -- the commit. Takes the locks in the order of their keys; otherwise two calls could deadlock.
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
      -- No longer counts recipients as active people of their company if they have completed their last step.
      -- Failed ones stay, because a retry makes them active again. No other code does this, so only organizations
      -- that limit active people bear the cost.
      update sent_emails c set active_domain = null
       where c.organization_id = organization and not is_active_contact(p_contact => c) and c.active_domain = any(array(
         select company_domain(p_address => a) from unnest(marked_addresses) a))
         and not exists (
           select from recipients r
            where r.job_id = coalesce(c.retry_job_id, c.root_job_id) and r.slice = c.slice
              and r.record_id = c.record_id and can_be_retried(r.status, r.reason));
    end if;
  else
    -- Inserts all contacts at once, because nearly always no other job has reserved any of these addresses.
    -- Skipping reserved addresses with "on conflict" would take twice as long for each address.
    begin
      insert into sent_emails (record_id, at, step, slice, organization_id, spinner_id, root_job_id, retry_job_id, first, address)
      select m.id, p_at, m.step, p_slice, organization, spinner, root, retry,
             -- Looks nothing up at step 0: unless its job is a retry, a recipient at step 0 was sent no e-mail yet.
             once_per_person and ((m.step = 0 and retry is null) or not exists (
               select from sent_emails c
                where c.organization_id = organization and c.address = m.address
                  and c.root_job_id = root and c.record_id = m.id and c.step <> m.step)),
             m.address
        from (select unnest(marked_ids) as id, unnest(marked_addresses) as address, unnest(marked_steps) as step) m
       where m.address is not null
       order by m.address, m.id;
      if not was_per_record then
        return;
      end if;
      -- Checks whether an earlier job of the spinner has written to one of the addresses without reserving it,
      -- because the spinner then wrote once per record.
      if not exists (
        select from unnest(marked_ids, marked_addresses) m(id, address)
          join sent_emails c on c.organization_id = organization and c.address = m.address and c.spinner_id = spinner
         where (c.root_job_id, c.record_id) <> (root, m.id)
      ) then
        return;
      end if;
      raise unique_violation;
    exception when unique_violation then
      null;
    end;
  end if;

  -- Decides the e-mails one by one, because each e-mail that may be sent counts for the limits of the next ones.
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
      -- Updates a contact of the same message that exists already, because the runtime repeats the call if the
      -- database's answer was lost.
      update sent_emails c set at = p_at, retry_job_id = retry
       where c.organization_id = organization and c.address = marked.address and c.root_job_id = root
         and c.record_id = marked.id and c.step = marked.step;
      exit when found;
      insert into sent_emails (record_id, at, step, slice, organization_id, spinner_id, root_job_id, retry_job_id, first, address,
                            active_domain)
      values (marked.id, p_at, marked.step, p_slice, organization, spinner, root, retry,
              -- Looks for the recipient's own earlier contacts only. If another transaction has committed a
              -- contact with the address since the decision, the insert must conflict. A recipient that got its
              -- first message from a version that wrote once per record reserves nothing for the spinner: several
              -- such recipients may have one address, and each of them continues.
              once_per_person and not exists (
                select from sent_emails c
                 where c.organization_id = organization and c.address = marked.address
                   and c.root_job_id = root and c.record_id = marked.id),
              marked.address,
              case when policy.active_per_domain is not null then company_domain(p_address => marked.address) end)
      on conflict do nothing;
      exit when found;
      -- Decides about the e-mail once more, because another transaction has committed a contact with the
      -- address since the decision.
    end loop;
    if verdict.code is not null then
      withheld_ids := withheld_ids || marked.id;
      withheld_codes := withheld_codes || verdict.code;
      withheld_seconds := withheld_seconds || verdict.seconds;
      withheld_evidence := withheld_evidence || verdict.evidence;
    end if;
  end loop;
end $$;
