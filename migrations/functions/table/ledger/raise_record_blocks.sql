-- Record ids that are given out from now on are above p_above, so that a table which comes from another cell goes on
-- with ids that it does not have yet.
create or replace function raise_record_blocks(p_above bigint) returns void
language plpgsql as $$
declare
  last bigint;
begin
  select s.last_value into last from record_blocks s;
  if last > p_above then
    return;
  end if;
  -- Locks out nextval, which others call all the time: what they have taken by then is below.
  alter sequence record_blocks owned by none;
  select s.last_value into last from record_blocks s;
  if last <= p_above then
    perform setval('record_blocks', (p_above / 512 + 1) * 512);
  end if;
end $$;
