-- Allows the exit `goalReached` in published versions too.
alter table spinner_versions
  drop constraint spinner_versions_exits_check,
  add constraint spinner_versions_exits_check check (
    array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|goalReached|segment:[0-9a-f-]{36})( |$))*$');
