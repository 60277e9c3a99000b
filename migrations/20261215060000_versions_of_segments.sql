-- Stores the settings of versions that `stored_spinners` has got too: the pace, the excluded segments, the audience
-- `segment:ID`, and the exits `leftAudience` and `segment:ID`.
alter table spinner_versions
  add column pace jsonb,
  add column exclude jsonb,
  drop constraint spinner_versions_audience_check,
  add constraint spinner_versions_audience_check check (audience in ('new', 'all') or audience like 'segment:%'),
  drop constraint spinner_versions_exits_check,
  add constraint spinner_versions_exits_check check (
    array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|segment:[0-9a-f-]{36})( |$))*$');
