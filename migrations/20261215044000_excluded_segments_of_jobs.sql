-- The segments whose records the trigger of a job excludes beside those of the spinner: {segmentIds}; null if it excludes
-- none.
alter table jobs add column exclude jsonb;
