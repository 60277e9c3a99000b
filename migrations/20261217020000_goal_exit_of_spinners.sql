-- Allows the exit `goalReached`, which ends a recipient whose record meets the goal of the spinner.
alter table stored_spinners
  drop constraint stored_spinners_exits_check,
  add constraint stored_spinners_exits_check check (
    array_to_string(exits, ' ') ~ '^((reply|bounce|unsubscribe|autoReply:hold|leftAudience|goalReached|segment:[0-9a-f-]{36})( |$))*$');
