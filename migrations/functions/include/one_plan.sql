-- One plan for ever, by the indexes of the tables. What PostgreSQL knows when it makes the plan is that the tables are
-- empty: left to itself it scans them, or joins by comparing all with all, and keeps that for as long as the
-- connection lives (10 to 18 times slower on full tables). Planning anew for every call costs more than the call, and
-- the sizes of arrays would tell a plan nothing.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_memoize = off set enable_material = off
