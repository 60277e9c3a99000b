-- Closes an organization for at most p_seconds during its move to another cell: from now on nothing is accepted
-- for it, and its credentials do not work. Returns false if another move than p_move is moving the
-- organization. The other cell gets the renamed digests, and restores them with the same function as this cell.
create or replace function close_organization(p_organization uuid, p_move uuid, p_seconds float8) returns boolean
language plpgsql as $$
begin
  update organization_departures d set status = 'closed', until = clock_timestamp() + make_interval(secs => p_seconds)
   where d.organization_id = p_organization and d.move_id = p_move and d.status = 'draining';
  if not found then
    return false;
  end if;
  perform close_credentials(p_organization => p_organization);
  insert into moved_credentials (digest, organization_id)
  select c.digest, p_organization
    from (select digest from event_tokens where organization_id = p_organization
          union
          select digest from account_links where organization_id = p_organization and digest not like 'moving:%') c
  on conflict do nothing;
  update event_tokens set digest = 'moving:' || digest where organization_id = p_organization;
  update account_links set digest = 'moving:' || digest where organization_id = p_organization and digest not like 'moving:%';
  delete from sessions s using users u where u.organization_id = p_organization and s.user_id = u.id;
  delete from password_resets r using users u
   where u.organization_id = p_organization and r.account_id = u.account_id
     and not exists (select from users o where o.account_id = u.account_id and o.organization_id <> p_organization);
  delete from sender_oauth_states where organization_id = p_organization;
  -- People who have other organizations in this cell still sign in to those.
  update accounts a set email = 'moving:' || a.email
    from users u where u.organization_id = p_organization and a.id = u.account_id
     and not exists (select from users o where o.account_id = a.id and o.organization_id <> p_organization);
  perform count_moved_results(p_organization => p_organization);
  return true;
end $$;
