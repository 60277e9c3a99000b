-- Returns the source (see ArrivalSource) of an arrival with its own stored row. The function sourceOf in
-- src/domain/arrival/arrival.ts does the same.
create or replace function arrival_source(p_api_key uuid, p_code text) returns text
language sql immutable parallel safe
as $$
  select case when p_code = 'ROWS_SKIPPED' then 'import' when p_api_key is not null then 'apiKey' else 'webhookUrl' end
$$;
