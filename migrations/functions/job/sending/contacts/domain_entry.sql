-- Returns the entry of the suppression list that suppresses the whole domain of an address: "@example.com" for
-- "ada@example.com". Null for an empty address. `domainEntry` of src/domain/contact/suppression.ts does the same.
create or replace function domain_entry(p_address text) returns text
language sql immutable parallel safe
as $$
  select '@' || nullif(split_part(p_address, '@', -1), '')
$$;
