-- Settings of a function that make PostgreSQL plan each of its statements once, by the indexes of the tables.
-- When the plan is made, the tables look empty to the planner. Without these settings PostgreSQL then plans to
-- scan them, or to compare all rows with all. It keeps that plan as long as the connection lives, which is 10
-- to 18 times slower on full tables. Planning at each call costs more than the call, and the sizes of arrays
-- would tell the planner nothing.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_memoize = off set enable_material = off
