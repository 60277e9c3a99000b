-- Makes the credentials of an organization unreachable: its API keys, its webhook URLs (also of data tables in the bin)
-- and its invitations. Cancels its imports. The organization must have a row in departures, which says why its
-- credentials do not work.
--
-- Renames the digests of the credentials, so that the functions that store arriving records find no credential. A
-- separate check would take time in every request.
create or replace function close_credentials(p_organization uuid) returns void
language plpgsql as $$
begin
  perform cancel_imports_and_lock_tables(p_organization => p_organization);
  -- Cancels the organization's unfinished computations of record keys. Their last step is then refused, and their keys
  -- are removed.
  update key_rebuilds k set abandoned = true
    from stored_data_tables t where t.organization_id = p_organization and k.data_table_id = t.id and not k.abandoned;
  insert into moved_credentials (digest, organization_id)
  select c.digest, p_organization
    from (select digest from api_keys where organization_id = p_organization
          union
          select unnest(array[ingest_token_digest, previous_token_digest]) from stored_data_tables
           where organization_id = p_organization
          union
          select digest from account_links where organization_id = p_organization and purpose = 'invitation') c
   where c.digest is not null
  on conflict do nothing;
  update api_keys set digest = 'moving:' || digest where organization_id = p_organization;
  update stored_data_tables
     set ingest_token_digest = 'moving:' || ingest_token_digest, previous_token_digest = 'moving:' || previous_token_digest
   where organization_id = p_organization;
  update account_links set digest = 'moving:' || digest where organization_id = p_organization and purpose = 'invitation';
end $$;
