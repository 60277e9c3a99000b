-- Closes an organization for at most p_seconds during its move to another cell: from now on nothing is accepted
-- for it, and its credentials do not work. Returns false if another move than p_move is moving the
-- organization.
--
-- Renames the digests of the credentials, so that the functions that store arriving records find no
-- credential. A separate check would take time in every request. The other cell gets the renamed digests, and
-- restores them with the same function as this cell.
create or replace function close_organization(p_organization uuid, p_move uuid, p_seconds float8) returns boolean
language plpgsql as $$
begin
  update outgoing_moves d set state = 'closed', until = clock_timestamp() + make_interval(secs => p_seconds)
   where d.organization_id = p_organization and d.move_id = p_move and d.state = 'draining';
  if not found then
    return false;
  end if;
  -- Locks the organization's data tables in the order of their ids, as flushes do (docs/locks.md, ingest);
  -- otherwise closing and a flush could deadlock.
  perform from data_tables t where t.organization_id = p_organization order by t.id for no key update;
  -- Cancels the organization's unfinished imports and computations of record keys. Their last step is then
  -- refused, and their rows are removed.
  update imports i set abandoned = true
    from data_tables t where t.organization_id = p_organization and i.data_table_id = t.id and not i.abandoned;
  update key_rebuilds k set abandoned = true
    from data_tables t where t.organization_id = p_organization and k.data_table_id = t.id and not k.abandoned;
  insert into moved_credentials (digest, organization_id)
  select c.digest, p_organization
    from (select digest from api_keys where organization_id = p_organization
          union
          select unnest(array[ingest_token_digest, previous_token_digest]) from data_tables
           where organization_id = p_organization
          union
          select digest from event_tokens where organization_id = p_organization
          union
          select digest from account_links where organization_id = p_organization) c
   where c.digest is not null
  on conflict do nothing;
  update api_keys set digest = 'moving:' || digest where organization_id = p_organization;
  update data_tables
     set ingest_token_digest = 'moving:' || ingest_token_digest, previous_token_digest = 'moving:' || previous_token_digest
   where organization_id = p_organization;
  update event_tokens set digest = 'moving:' || digest where organization_id = p_organization;
  update account_links set digest = 'moving:' || digest where organization_id = p_organization;
  delete from sessions s using users u where u.organization_id = p_organization and s.user_id = u.id;
  delete from password_resets r using users u where u.organization_id = p_organization and r.account_id = u.account_id;
  delete from sender_oauth_states where organization_id = p_organization;
  update accounts a set email = 'moving:' || a.email
    from users u where u.organization_id = p_organization and a.id = u.account_id;
  return true;
end $$;
