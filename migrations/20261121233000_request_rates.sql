-- Requests a second that the public API takes: of all of an organization's credentials together by its plan, and of one
-- key by what its owner chose. Null for no limit.
alter table plans add column requests_per_second int check (requests_per_second > 0);
alter table api_keys add column requests_per_second int check (requests_per_second > 0);
