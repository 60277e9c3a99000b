-- The day for which the pace of the spinner has reserved a place for a recipient that got no message yet; null without
-- such a place. It stays after the first message, and is not read then.
alter table recipients add column pace_day date;
