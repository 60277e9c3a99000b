-- Ends the leases of runtimes whose database connection was missing for 0.8 seconds, which is longer than
-- connecting again takes.
create or replace function end_leases_of_lost_connections() returns void
language plpgsql
--! include one_plan
as $$
declare
  at timestamptz := clock_timestamp();
  listed runtime_connections;
begin
  for listed in
    select * from runtime_connections c order by c.id for update skip locked
  loop
    if not pg_try_advisory_xact_lock(runtime_connection_key(p_connection => listed.id)) then
      continue;
    end if;
    if listed.missed_at is null then
      update runtime_connections set missed_at = at where id = listed.id;
    elsif listed.missed_at <= at - interval '0.8 seconds' then
      update slices set lease_until = at where lease_connection = listed.id and status = 'open' and lease_until > at;
      delete from runtime_connections where id = listed.id;
    end if;
  end loop;
end $$;
