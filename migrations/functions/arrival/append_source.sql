-- Returns the source (see ArrivalSource) of accepted records from their row in the ledger of appends.
create or replace function append_source(p_api_key uuid, p_source "char") returns text
language sql immutable parallel safe
as $$
  select case when p_api_key is not null then 'apiKey' when p_source = 'w' then 'webhookUrl' when p_source = 'i' then 'import'
              else 'user' end
$$;
