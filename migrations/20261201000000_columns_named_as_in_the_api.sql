-- Gives columns and keys of stored JSON the names of the API: a boolean starts with a verb, an e-mail address is
-- `email`, and the address of a client is `ip_address`.
-- Processes of the previous version stop working with this file, so they are stopped before it is applied.
alter table organizations rename column several_sessions to allows_several_sessions;
alter table sessions rename column test_mode to is_test_mode;
alter table plans rename column api_keys to has_api_keys;
alter table spinner_versions rename column exclusive to is_exclusive;
alter table stored_spinners rename column exclusive to is_exclusive;
alter view spinners rename column exclusive to is_exclusive;
alter table destinations rename column batch to batches_events;
alter table destinations rename column include_addresses to includes_addresses;
alter table open_id_states rename column own_organization to create_organization;
alter table senders rename column address to email;
alter table sessions rename column address to ip_address;
alter table sessions rename column seen_at to last_seen_at;
alter table passkeys rename column used_at to last_used_at;
alter table audit_events rename column address to ip_address;
alter table api_key_refusals rename column address to ip_address;
alter table api_key_refusals rename column status to http_status;
alter table destination_attempts rename column status to http_status;

drop view data_tables;
alter table stored_data_tables rename column auto_map to maps_automatically;
alter table stored_data_tables rename constraint stored_data_tables_intake_check to old_intake_check;
alter table stored_data_tables alter column intake drop default;
alter table stored_data_tables drop constraint old_intake_check;
alter table stored_data_tables alter column intake type boolean using intake = 'open';
alter table stored_data_tables rename column intake to accepts_any_format;
alter table stored_data_tables alter column accepts_any_format set default false;
create view data_tables as select * from stored_data_tables where bin_entry_id is null;

-- Renames the keys of stored JSON. A key is followed by a quotation mark and a colon; in a text of a user the mark is
-- escaped, so texts do not change.
update stored_data_tables set columns = replace(columns::text, '"metadata": ', '"isMetadata": ')::jsonb
 where columns::text like '%"metadata": %';
update views
   set definition = replace(replace(replace(definition::text, '"hidden": ', '"isHidden": '), '"descending": true', '"order": "desc"'),
                            '"descending": false', '"order": "asc"')::jsonb
 where definition::text ~ '"(hidden|descending)": ';
update stored_spinners set trigger_data = replace(trigger_data::text, '"required": ', '"isRequired": ')::jsonb
 where trigger_data::text like '%"required": %';
update spinner_versions set trigger_data = replace(trigger_data::text, '"required": ', '"isRequired": ')::jsonb
 where trigger_data::text like '%"required": %';
update test_clocks set rules = replace(rules::text, '"outcome": ', '"response": ')::jsonb
 where rules::text like '%"outcome": %';
update arrivals set code = 'UNKNOWN_FORMAT' where code = 'UNKNOWN_SHAPE';
update arrivals set reasons = replace(reasons::text, '"UNKNOWN_SHAPE"', '"UNKNOWN_FORMAT"')::jsonb
 where reasons::text like '%"UNKNOWN_SHAPE"%';
update split_branches set figures = replace(figures::text, '"in": ', '"reached": ')::jsonb where figures is not null;
update rehearsals
   set result = replace(replace(replace(result::text, '"outcome": ', '"status": '), '"firstAt": ', '"firstMessageAt": '),
                        '"lastAt": ', '"lastMessageAt": ')::jsonb
 where result is not null;
-- The trigger of audit_events refuses changes without this setting.
select set_config('spindle.redacts_audit', 'on', true);
update audit_events
   set before = renamed.before::jsonb, after = renamed.after::jsonb
  from (select a.id as audit_id, replace(replace(replace(replace(a.before::text, '"intake": "open"', '"acceptsAnyFormat": true'),
                 '"intake": "strict"', '"acceptsAnyFormat": false'), '"severalSessions": ', '"allowsSeveralSessions": '),
                 '"batch": ', '"batchesEvents": ') as before,
               replace(replace(replace(replace(a.after::text, '"intake": "open"', '"acceptsAnyFormat": true'),
                 '"intake": "strict"', '"acceptsAnyFormat": false'), '"severalSessions": ', '"allowsSeveralSessions": '),
                 '"batch": ', '"batchesEvents": ') as after
          from audit_events a
         where concat(a.before::text, a.after::text) ~ '"(intake|severalSessions|batch)": ') renamed
 where renamed.audit_id = audit_events.id;
update audit_events set action = 'webhookUrl.rotated' where action = 'ingestToken.rotated';
select set_config('spindle.redacts_audit', '', true);
