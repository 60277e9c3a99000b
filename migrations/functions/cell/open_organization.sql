-- Makes the credentials of an organization valid again after close_organization: in the old cell if the move
-- was cancelled, and in the new cell after the move.
create or replace function open_organization(p_organization uuid) returns void
language plpgsql as $$
begin
  perform open_credentials(p_organization => p_organization);
  update accounts a set email = substr(a.email, 8)
    from users u where u.organization_id = p_organization and a.id = u.account_id and a.email like 'moving:%';
  delete from organization_departures where organization_id = p_organization;
  perform request_turns(p_organizations => array[p_organization]);
end $$;
