-- Returns the code of the reason why a recipient's step may not write to an address at p_at, or null if it
-- may. If the step only has to wait, also returns the seconds until the next check. `verdictOn` of
-- src/domain/job/sending/contact-verdict.ts does the same, and one test compares both. Reads only what the
-- limits of the contact policy need.
create or replace function contact_verdict(
  p_at timestamptz, p_organization uuid, p_spinner uuid, p_root_job uuid, p_record bigint, p_step int, p_address text,
  p_once_per_person boolean, p_is_exclusive boolean, p_policy contact_policies,
  out code text, out seconds float8, out evidence jsonb
)
language plpgsql stable
as $$
declare
  other sent_emails;
  has_begun boolean;
  others bigint;
begin
  select * into other from sent_emails c
   where c.organization_id = p_organization and c.address = p_address
     and c.root_job_id = p_root_job and c.step = p_step and c.record_id <> p_record;
  if found then
    code := 'DUPLICATE_ADDRESS';
    evidence := contact_evidence(p_contact => other);
    return;
  end if;
  has_begun := exists (
    select from sent_emails c
     where c.organization_id = p_organization and c.address = p_address
       and c.root_job_id = p_root_job and c.record_id = p_record);

  if not has_begun and p_once_per_person then
    select * into other from sent_emails c
     where c.organization_id = p_organization and c.address = p_address and c.spinner_id = p_spinner
     order by c.at, coalesce(c.retry_job_id, c.root_job_id), c.step limit 1;
    if found then
      code := case when other.root_job_id = p_root_job then 'DUPLICATE_ADDRESS' else 'ALREADY_CONTACTED' end;
      evidence := contact_evidence(p_contact => other);
      return;
    end if;
  end if;

  if not has_begun and p_is_exclusive then
    select c.* into other from sent_emails c
      join jobs j on j.id = coalesce(c.retry_job_id, c.root_job_id)
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version and v.is_exclusive
     where c.organization_id = p_organization and c.address = p_address and c.spinner_id <> p_spinner
       and is_active_contact(p_contact => c)
     order by c.at, j.id, c.step limit 1;
    if found then
      code := 'IN_EXCLUSIVE_SPINNER';
      evidence := jsonb_build_object(
        'spinnerId', other.spinner_id, 'jobId', coalesce(other.retry_job_id, other.root_job_id));
      return;
    end if;
  end if;

  if not has_begun and p_policy.days_between_spinners is not null then
    select * into other from sent_emails c
     where c.organization_id = p_organization and c.address = p_address and c.spinner_id <> p_spinner
     order by c.at desc, coalesce(c.retry_job_id, c.root_job_id) desc, c.step desc limit 1;
    seconds := extract(epoch from other.at - p_at) + p_policy.days_between_spinners * 86400;
    if seconds > 0 then
      code := 'DAYS_BETWEEN_SPINNERS';
      evidence := jsonb_build_object(
        'limit', p_policy.days_between_spinners,
        'spinnerId', other.spinner_id, 'jobId', coalesce(other.retry_job_id, other.root_job_id));
      return;
    end if;
  end if;

  -- Under a limit of n messages a day or week, the next message is allowed once the p_nth latest message is
  -- older than the day or week.
  if p_policy.messages_per_day is not null then
    seconds := extract(epoch from nth_last_contact(
      p_organization => p_organization, p_address => p_address, p_root_job => p_root_job, p_record => p_record,
      p_step => p_step, p_nth => p_policy.messages_per_day) - p_at) + 86400;
    if seconds > 0 then
      code := 'MESSAGES_PER_DAY';
      evidence := jsonb_build_object('limit', p_policy.messages_per_day);
      return;
    end if;
  end if;
  if p_policy.messages_per_week is not null then
    seconds := extract(epoch from nth_last_contact(
      p_organization => p_organization, p_address => p_address, p_root_job => p_root_job, p_record => p_record,
      p_step => p_step, p_nth => p_policy.messages_per_week) - p_at) + 604800;
    if seconds > 0 then
      code := 'MESSAGES_PER_WEEK';
      evidence := jsonb_build_object('limit', p_policy.messages_per_week);
      return;
    end if;
  end if;

  if not has_begun and p_policy.active_per_domain is not null and company_domain(p_address => p_address) is not null then
    select count(distinct c.address) into others from sent_emails c
     where c.organization_id = p_organization and c.active_domain = company_domain(p_address => p_address)
       and c.address <> p_address and is_active_contact(p_contact => c);
    if others >= p_policy.active_per_domain then
      code := 'ACTIVE_PER_DOMAIN';
      -- It is unknown when one of the company's active people will complete the last step, so the waiting
      -- recipient checks again after 15 minutes.
      seconds := 900;
      evidence := jsonb_build_object(
        'limit', p_policy.active_per_domain, 'domain', company_domain(p_address => p_address));
      return;
    end if;
  end if;
  seconds := null;
end $$;
