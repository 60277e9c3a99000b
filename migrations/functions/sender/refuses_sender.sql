-- Returns whether a provider's refusals of messages are about the sender itself, so that it must be paused for
-- all spinners. `refusesSender` of test/properties/sender-fault-rule.ts states the same rule, and one test compares
-- both.
create or replace function refuses_sender(p_sent bigint, p_refused bigint, p_spinners bigint, p_domains bigint) returns boolean
language plpgsql immutable
as $$
begin
  return p_refused >= 5 and p_refused * 2 >= p_sent and p_spinners >= 2 and p_domains >= 3;
end $$;
