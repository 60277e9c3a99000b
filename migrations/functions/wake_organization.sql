-- What the sweep does for all other organizations, for one test organization at the time on its clock: queues scheduled
-- jobs whose time has come, and makes recipients due that wait for a change of their record.
create or replace function wake_organization(p_organization uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  update jobs j set status = 'queued'
   where j.organization_id = p_organization and j.status = 'scheduled' and j.starts_at <= p_now;
  perform wake_changed(p_now => p_now, p_organization => p_organization);
end $$;
