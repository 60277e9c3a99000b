-- Claims records of a delivery that is older than the one in the row of its claim, for claim_deliveries, which has locked
-- that row. Compares it with the former deliveries of the periods around it, and stores it beside them. Returns the
-- records that could not be claimed, as claim_deliveries does.
create or replace function claim_former(
  p_no bigint, p_table uuid, p_key bytea, p_positions int[], p_record_digests bigint[], p_at timestamptz, p_seconds int
) returns jsonb
language plpgsql
--! include one_plan
as $$
declare
  near arrival_claims;
  common jsonb;
begin
  if p_seconds = 0 then
    return '[]';
  end if;
  select a.* into near
    from arrival_claims a
   where a.data_table_id = p_table
     and a.key = any(array(
       select former_claim_key(p_key => p_key, p_at => p_at, p_seconds => p_seconds, p_period => n.period)
         from generate_series(-1, 1) n(period)))
     and a.at < p_at + make_interval(secs => p_seconds) and p_at < a.at + make_interval(secs => a.valid_seconds)
   order by abs(extract(epoch from a.at - p_at)) limit 1;
  if not found then
    insert into arrival_claims (data_table_id, key, positions, record_digests, at, valid_seconds)
    values (p_table, former_claim_key(p_key => p_key, p_at => p_at, p_seconds => p_seconds), p_positions, p_record_digests,
            p_at, p_seconds)
    on conflict do nothing;
    return '[]';
  end if;
  common := common_places(
    p_no => p_no, p_positions => p_positions, p_record_digests => p_record_digests,
    p_earlier_positions => near.positions, p_earlier_digests => near.record_digests);
  if common is null then
    update arrival_claims a
       set positions = near.positions || p_positions,
           record_digests = joined_digests(
             p_earlier_positions => near.positions, p_earlier => near.record_digests,
             p_positions => p_positions, p_later => p_record_digests)
     where a.data_table_id = p_table and a.key = near.key;
  end if;
  return coalesce(common, '[]');
end $$;
