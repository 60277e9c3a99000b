-- Settings of a function that make PostgreSQL plan each of its statements for each call, because the number of rows
-- decides which join is fast. Joins of many rows are allowed again, because the settings of one_plan hold in a function
-- that is called: with all joins forbidden, PostgreSQL compares all rows with all.
set plan_cache_mode = force_custom_plan set enable_nestloop = off set enable_seqscan = off
set enable_hashjoin = on set enable_mergejoin = on
