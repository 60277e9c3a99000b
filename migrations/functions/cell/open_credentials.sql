-- Makes the credentials of an organization work again that close_credentials or close_organization has made
-- unreachable.
create or replace function open_credentials(p_organization uuid) returns void
language plpgsql as $$
begin
  update api_keys set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
  update stored_data_tables
     set ingest_token_digest = substr(ingest_token_digest, 8), previous_token_digest = substr(previous_token_digest, 8)
   where organization_id = p_organization and ingest_token_digest like 'moving:%';
  update event_tokens set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
  update account_links set digest = substr(digest, 8) where organization_id = p_organization and digest like 'moving:%';
end $$;
