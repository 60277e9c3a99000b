-- Deletes the jobs of a spinner of a test organization, with their recipients, messages and calls, the contacts of the spinner, and the suppressions that reactions to its messages made. So a
-- repeated test has the same result. If no other job is left, deletes the use of all limits of senders, too. Returns
-- whether other jobs are left. The caller holds the lease of the clock, so that no runtime works for the
-- organization, and has locked the spinner.
create or replace function remove_jobs_of_tested_spinner(p_organization uuid, p_spinner uuid, out others boolean)
language plpgsql
--! include one_plan
as $$
declare
  removed uuid[];
  addresses text[];
begin
  if not exists (select from organizations o where o.id = p_organization and o.test_of is not null) then
    raise exception 'The organization % is not a test organization', p_organization;
  end if;
  removed := array(select j.id from jobs j where j.organization_id = p_organization and j.spinner_id = p_spinner
                    order by j.id for update);
  addresses := array(select distinct m.address from message_log m where m.job_id = any(removed));
  delete from suppressions s
   where s.organization_id = p_organization and s.email = any(addresses) and s.reason <> 'added';
  delete from suppression_events e
   where e.organization_id = p_organization and e.email = any(addresses) and e.kind in ('unsubscribed', 'bounced', 'complained');
  delete from test_answers where job_id = any(removed);
  delete from test_calls where organization_id = p_organization and job_id = any(removed);
  delete from inbound_facts where organization_id = p_organization and job_id = any(removed);
  delete from sent_emails where organization_id = p_organization and spinner_id = p_spinner;
  delete from message_log where job_id = any(removed);
  delete from captured_messages where job_id = any(removed);
  delete from message_results where job_id = any(removed);
  delete from split_branches where job_id = any(removed);
  delete from step_waits where job_id = any(removed);
  delete from goal_outcomes where job_id = any(removed);
  delete from recipients where job_id = any(removed);
  delete from slices where job_id = any(removed);
  delete from jobs where id = any(removed);
  others := exists (select from jobs j where j.organization_id = p_organization);
  if not others then
    delete from sender_budgets b using senders s where s.organization_id = p_organization and b.sender_id = s.id;
    delete from sender_health h using senders s where s.organization_id = p_organization and h.sender_id = s.id;
    delete from sender_breakers k using senders s where s.organization_id = p_organization and k.sender_id = s.id;
  end if;
end $$;
