-- Allows the audience `segment:ID` and the exits `leftAudience` and `segment:ID`, and stores the segments whose records a
-- spinner excludes: {segmentIds}, as in src/domain/spinner/segment/exclusion.ts; null if it excludes none.
alter table stored_spinners
  add column exclude jsonb,
  drop constraint stored_spinners_audience_check,
  add constraint stored_spinners_audience_check check (audience in ('new', 'all') or audience like 'segment:%'),
  drop constraint stored_spinners_exits_check,
  add constraint stored_spinners_exits_check check (
    array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|segment:[0-9a-f-]{36})( |$))*$');
create or replace view spinners as select * from stored_spinners where bin_entry_id is null;
