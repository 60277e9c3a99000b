-- Gives columns the names of the API: a status, a format, a fault and a server's response have one name in all tables.
-- Processes of the previous version stop working with this file, so they are stopped before it is applied.
--
-- Drops the functions whose parameters or result columns are renamed; their files create them again.
do $$
declare
  signature text;
begin
  for signature in
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = current_schema and p.proname = any(array['list_arrivals', 'departure_of', 'note_recipient_ends', 'count_steps', 'settled_over_time', 'can_be_retried', 'is_unfinished_recipient', 'is_unfinished_slice', 'note_message_failure'])
  loop
    execute 'drop function ' || signature;
  end loop;
end
$$;

alter table arrivals rename column state to status;
alter table arrivals rename column shape to format;
alter table bin_entries rename column delete_at to deletes_at;
alter table deliveries rename column state to status;
alter table departures rename column state to status;
alter table destinations rename column state to status;
alter table inbound_facts rename column logged_state to logged_status;
alter table inbound_facts rename column logged_words to logged_response;
alter table mailboxes rename column trouble to fault;
alter table messages rename column state to status;
alter table messages rename column words to server_response;
alter table recipients rename column state to status;
alter table rehearsals rename column state to status;
alter table sender_breakers rename column trouble to fault;
alter table senders rename column state to status;
alter table senders rename column state_reason to status_reason;
alter table slices rename column state to status;

alter table arrivals rename constraint arrivals_state_check to arrivals_status_check;
alter table deliveries rename constraint deliveries_state_check to deliveries_status_check;
alter table departures rename constraint departures_state_check to departures_status_check;
alter table destinations rename constraint destinations_state_check to destinations_status_check;
alter table messages rename constraint messages_state_check to messages_status_check;
alter table recipients rename constraint recipients_state_check to recipients_status_check;
alter table rehearsals rename constraint rehearsals_state_check to rehearsals_status_check;
alter table senders rename constraint senders_state_check to senders_status_check;
alter table slices rename constraint slices_state_check to slices_status_check;
alter index arrivals_data_table_id_shape_id_idx rename to arrivals_data_table_id_format_id_idx;
alter index arrivals_data_table_id_state_id_idx rename to arrivals_data_table_id_status_id_idx;
alter index arrivals_organization_id_state_id_idx rename to arrivals_organization_id_status_id_idx;
alter index bin_entries_delete_at_idx rename to bin_entries_deletes_at_idx;
alter index messages_state_idx rename to messages_status_idx;

-- Renames the keys of stored JSON. A key is followed by a quotation mark and a colon; in a text of a user the mark is
-- escaped, so texts do not change.
update stored_spinners set steps = (replace(replace(replace(steps::text, '"ways": [', '"branches": ['), '"arms": [', '"branches": ['), '"onTimeout": "goOn"', '"onTimeout": "continue"'))::jsonb
 where steps::text ~ '"(ways|arms|onTimeout)": ';
update spinner_versions set steps = (replace(replace(replace(steps::text, '"ways": [', '"branches": ['), '"arms": [', '"branches": ['), '"onTimeout": "goOn"', '"onTimeout": "continue"'))::jsonb
 where steps::text ~ '"(ways|arms|onTimeout)": ';
update slices set reasons = replace(reasons::text, '"state": ', '"status": ')::jsonb where reasons::text like '%"state": %';
update recipients set evidence = (replace(replace(replace(replace(evidence::text, '"putOffSince": ', '"refusedSince": '), '"putOffTimes": ', '"refusalCount": '), '"putOffSender": ', '"senderChange": '), '"words": ', '"serverResponse": '))::jsonb
 where evidence::text ~ '"(putOff[A-Z][a-z]*|words)": ';
update senders set status_reason = replace(status_reason::text, '"words": ', '"serverResponse": ')::jsonb where status_reason is not null;
update sender_breakers set fault = replace(fault::text, '"words": ', '"serverResponse": ')::jsonb where fault is not null;
update mailboxes set fault = replace(fault::text, '"words": ', '"serverResponse": ')::jsonb,
       failing_mails = replace(failing_mails::text, '"words": ', '"serverResponse": ')::jsonb;
update sender_domains set findings = (replace(replace(findings::text, '"state": ', '"status": '), '"says": ', '"message": '))::jsonb where findings is not null;
update bin_entries set deleted_by = jsonb_set(deleted_by, '{kind}', '"user"') where deleted_by ->> 'kind' = 'person';
update bin_entries set deleted_by = jsonb_set(deleted_by, '{kind}', '"person"') where deleted_by ->> 'kind' = 'anonymous';
update test_clocks set rules = replace(rules::text, '"putOff"', '"temporaryRefusal"')::jsonb;
-- A rehearsal lives for one hour at most; those of the previous version have other names in their results.
delete from rehearsals;
