-- Queues the scheduled jobs of a test organization whose time has come by its clock (p_now), and makes recipients due
-- who wait for a change of their record that has happened. The sweep does this for all other organizations.
create or replace function wake_organization(p_organization uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  update jobs j set status = 'queued'
   where j.organization_id = p_organization and j.status = 'scheduled' and j.starts_at <= p_now;
  perform wake_changed(p_now => p_now, p_organization => p_organization);
end $$;
