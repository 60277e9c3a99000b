-- Jobs that may still give back whom they took: as long as there is one, it is remembered whom triggers named beside it
-- (docs/decisions/0027-named-audiences.md).
create index jobs_that_may_give_back on jobs (spinner_id) where not named and (finished_at is null or gives_back);
