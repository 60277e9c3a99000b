-- Makes the credentials of an organization valid again after close_organization: in the old cell if the move
-- was cancelled, and in the new cell after the move.
create or replace function open_organization(p_organization uuid) returns void
language plpgsql as $$
begin
  update api_keys set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
  update data_tables
     set ingest_token_digest = substr(ingest_token_digest, 8), previous_token_digest = substr(previous_token_digest, 8)
   where organization_id = p_organization and ingest_token_digest like 'moving:%';
  update event_tokens set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
  update account_links set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
  update accounts a set email = substr(a.email, 8)
    from users u where u.organization_id = p_organization and a.id = u.account_id and a.email like 'moving:%';
  delete from outgoing_moves where organization_id = p_organization;
  perform request_turns(p_organizations => array[p_organization], p_length => 'full');
end $$;
