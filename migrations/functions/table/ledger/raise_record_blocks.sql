-- Raises the sequence of record ids, so that all ids from now on are above p_above. A table that comes from
-- another cell then gets only ids that it does not have yet.
create or replace function raise_record_blocks(p_above bigint) returns void
language plpgsql as $$
declare
  last bigint;
begin
  select s.last_value into last from record_blocks s;
  if last > p_above then
    return;
  end if;
  -- Prevents nextval by a lock, because other transactions call it all the time. Ids that they have taken
  -- before the lock are below the new value.
  alter sequence record_blocks owned by none;
  select s.last_value into last from record_blocks s;
  if last <= p_above then
    perform setval('record_blocks', (p_above / 512 + 1) * 512);
  end if;
end $$;
