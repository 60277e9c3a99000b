-- `time_zone` is the time zone of the browser that began the sign-in, for an organization that the sign-in creates.
alter table open_id_states add column time_zone text;
