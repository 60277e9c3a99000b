-- Names tables as what they are. `message_log` has the messages of the log, `sent_emails` the e-mails by which people
-- were contacted, `message_results` the result of each message of a step, and `captured_messages` the e-mails that
-- were captured because no server sends them. `audience_parts` are parts of audiences that no slice has yet.
-- Processes of the previous version stop working with this file, so they are stopped before it is applied.
alter table contacts rename to sent_emails;
alter index contacts_active rename to sent_emails_active;
alter index contacts_claims rename to sent_emails_claims;
alter index contacts_replied rename to sent_emails_replied;
alter table outbox rename to captured_messages;
alter table captured_messages rename constraint outbox_pkey to captured_messages_pkey;
alter index outbox_job_id_id_idx rename to captured_messages_job_id_id_idx;
alter index outbox_organization_id_id_idx rename to captured_messages_organization_id_id_idx;
alter index outbox_place rename to captured_messages_place;
alter table deliveries rename to message_results;
alter table message_results rename constraint deliveries_pkey to message_results_pkey;
alter table message_results rename constraint deliveries_status_check to message_results_status_check;
alter table messages rename to message_log;
alter table message_log rename constraint messages_pkey to message_log_pkey;
alter table message_log rename constraint messages_status_check to message_log_status_check;
alter index messages_address_idx rename to message_log_address_idx;
alter index messages_awaits_message_id rename to message_log_awaits_message_id;
alter index messages_organization_id_idx rename to message_log_organization_id_idx;
alter index messages_place rename to message_log_place;
alter index messages_provider_id_idx rename to message_log_provider_id_idx;
alter index messages_provider_message_id rename to message_log_provider_message_id;
alter index messages_provider_thread_idx rename to message_log_provider_thread_idx;
alter index messages_status_idx rename to message_log_status_idx;
alter table departures rename to organization_departures;
alter table organization_departures rename constraint departures_pkey to organization_departures_pkey;
alter table organization_departures rename constraint departures_move_check to organization_departures_move_check;
alter table organization_departures rename constraint departures_status_check to organization_departures_status_check;
alter table spendings rename to meter_usage;
alter table meter_usage rename constraint spendings_pkey to meter_usage_pkey;
alter table confirmations rename to email_confirmations;
alter table email_confirmations rename constraint confirmations_pkey to email_confirmations_pkey;
alter table email_confirmations rename constraint confirmations_organization_id_fkey to email_confirmations_organization_id_fkey;
alter table email_confirmations rename constraint confirmations_user_id_fkey to email_confirmations_user_id_fkey;
alter table event_interests rename to event_subscriptions;
alter table event_subscriptions rename constraint event_interests_pkey to event_subscriptions_pkey;
alter index event_interests_asked_until rename to event_subscriptions_subscribed_until;
alter table returned_audiences rename to audience_parts;
alter table audience_parts rename constraint returned_audiences_pkey to audience_parts_pkey;
alter table audience_parts rename constraint returned_audiences_spinner_id_fkey to audience_parts_spinner_id_fkey;
alter index returned_audiences_of_spinner rename to audience_parts_of_spinner;
alter index returned_audiences_taken rename to audience_parts_taken;
alter table named_records rename to explicit_records;
alter table explicit_records rename constraint named_records_pkey to explicit_records_pkey;
alter table explicit_records rename constraint named_records_spinner_id_fkey to explicit_records_spinner_id_fkey;
alter index named_records_by_seq rename to explicit_records_by_seq;
alter table named_record_other_jobs rename to explicit_record_other_jobs;
alter table explicit_record_other_jobs rename constraint named_record_other_jobs_pkey to explicit_record_other_jobs_pkey;
alter table explicit_record_other_jobs rename constraint named_record_other_jobs_spinner_id_record_id_fkey to explicit_record_other_jobs_spinner_id_record_id_fkey;

alter table event_subscriptions rename column asked_until to subscribed_until;
alter table jobs rename column returned_records to released_records;
alter table jobs rename column returns_records to releases_records;
alter table jobs rename column has_named_audience to has_explicit_audience;
alter table jobs rename column first_named_ids to first_explicit_ids;
alter table slices rename column returned_records to released_records;

-- The trigger calls a function of the former name.
drop trigger if exists count_on_spendings on meters;

-- The functions with these arguments have other names of arguments now.
drop function if exists list_arrivals(uuid, uuid, text[], boolean, text, text, text, timestamptz, text, int, uuid[]);
drop function if exists begin_rehearsal(uuid, uuid, uuid, int, text, boolean, bigint, timestamptz, int, float8, float8);
drop function if exists trigger_jobs(timestamptz, text, jsonb, jsonb, int[], bigint[], bigint[]);

-- Stored answers to triggers have the details of the job under the name of the code.
update idempotency_keys set answer = (answer - 'told') || jsonb_build_object('details', answer -> 'told')
 where answer -> 'told' is not null;
