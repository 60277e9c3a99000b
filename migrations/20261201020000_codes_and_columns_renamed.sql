-- Gives reason codes, the kind of signed-in actors, the scope of replies and some columns the names of the API.
-- Processes of the previous version stop working with this file, so they are stopped before it is applied.
alter table destinations rename column rests_until to next_attempt_at;
alter table sender_budgets rename column rests_until to cooldown_until;
alter table sender_budgets rename column rests_in_row to cooldowns_in_row;
alter table sender_budgets rename column rest_code to cooldown_code;
alter table sender_health rename column put_off to temporary_refusals;
alter table outdated_waits rename column ends_rest to ends_cooldown;
alter table outdated_waits rename column done_job to last_job_id;
alter table outdated_waits rename column done_slice to last_slice;
alter table outdated_waits rename column from_job to round_from_job_id;
alter table outdated_waits rename column from_slice to round_from_slice;
alter table slices rename column stopped to stopped_record_ids;
alter table test_copies rename column real_id to original_id;
alter table test_copies rename column test_id to copy_id;

-- The functions with these arguments and columns have other names of arguments or columns now.
drop function if exists claim_of_key(boolean, text);
drop function if exists rest_sender(uuid, timestamptz, text, double precision);

alter table stored_spinners drop constraint stored_spinners_reply_check;
alter table spinner_versions drop constraint spinner_versions_reply_check;
update stored_spinners set reply = '{"scope": "job"}' where reply ->> 'scope' = 'spinner';
update spinner_versions set reply = '{"scope": "job"}' where reply ->> 'scope' = 'spinner';
alter table stored_spinners alter column reply set default '{"scope": "job"}';
alter table spinner_versions alter column reply set default '{"scope": "job"}';
alter table stored_spinners
  add constraint stored_spinners_reply_check check ((reply ->> 'scope') in ('job', 'everywhere'));
alter table spinner_versions
  add constraint spinner_versions_reply_check check ((reply ->> 'scope') in ('job', 'everywhere'));

-- Renames the reason codes, also in stored JSON, in which a code is a whole text in quotation marks. RETURNED may
-- also be a text of a user, so JSON has it renamed only as the value of a code or reason.
update recipients
   set reason = case reason
         when 'SENDER_RESTS' then 'SENDER_COOLING_DOWN' when 'MAIL_PUT_OFF' then 'MAIL_TEMPORARILY_REFUSED'
         when 'GUARD_SAID_NO' then 'GUARD_REFUSED' when 'RUNTIME_STOPPED_AT_IT' then 'RUNTIME_STOPPED_REPEATEDLY'
         when 'BOUNCED_LATER' then 'BOUNCED' when 'MAIL_CUT_OFF' then 'MAIL_UNCONFIRMED'
         when 'NO_OWN_SENDER' then 'SENDER_REQUIRED' when 'RETURNED' then 'RECORD_RELEASED' else reason end,
       evidence = replace(evidence::text, '"putOffBy": ', '"refusalScope": ')::jsonb,
       pending_stop = replace(pending_stop::text, '"BOUNCED_LATER"', '"BOUNCED"')::jsonb
 where reason in ('SENDER_RESTS', 'MAIL_PUT_OFF', 'GUARD_SAID_NO', 'RUNTIME_STOPPED_AT_IT', 'BOUNCED_LATER', 'MAIL_CUT_OFF',
                  'NO_OWN_SENDER', 'RETURNED')
    or evidence -> 'putOffBy' is not null or pending_stop ->> 'code' = 'BOUNCED_LATER';
-- The trigger of audit_events refuses changes without this setting.
select set_config('spindle.redacts_audit', 'on', true);
do $$
declare
  codes text[] := array['SENDER_RESTS', 'SENDER_COOLING_DOWN', 'MAIL_PUT_OFF', 'MAIL_TEMPORARILY_REFUSED', 'GUARD_SAID_NO',
    'GUARD_REFUSED', 'RUNTIME_STOPPED_AT_IT', 'RUNTIME_STOPPED_REPEATEDLY', 'BOUNCED_LATER', 'BOUNCED', 'MAIL_CUT_OFF',
    'MAIL_UNCONFIRMED', 'NO_OWN_SENDER', 'SENDER_REQUIRED', 'RETURNED', 'RECORD_RELEASED'];
  former text;
  present text;
  prefix text;
begin
  for at in 1 .. cardinality(codes) by 2 loop
    former := codes[at];
    present := codes[at + 1];
    update slices s
       set reasons = replace(s.reasons::text, '"' || former || '"', '"' || present || '"')::jsonb,
           review_codes = array_replace(s.review_codes, former, present),
           step_states = case when s.step_states is not null then array(
             select case when state like '% ' || former then left(state, -length(former)) || present else state end
               from unnest(s.step_states) with ordinality u(state, place) order by place) end
     where s.reasons::text like '%"' || former || '"%' or former = any(s.review_codes)
        or exists (select from unnest(s.step_states) state where state like '% ' || former);
    update sender_budgets set cooldown_code = present where cooldown_code = former;
    update outdated_waits set reasons = array_replace(reasons, former, present) where former = any(reasons);
    foreach prefix in array array['"code": "', '"reason": "', '"codes": ["'] loop
      update rehearsals set result = replace(result::text, prefix || former || '"', prefix || present || '"')::jsonb
       where result::text like '%' || prefix || former || '"%';
      update events set data = replace(data::text, prefix || former || '"', prefix || present || '"')::jsonb
       where type like 'recipient.%' and data::text like '%' || prefix || former || '"%';
      update new_events set data = replace(data::text, prefix || former || '"', prefix || present || '"')::jsonb
       where type like 'recipient.%' and data::text like '%' || prefix || former || '"%';
    end loop;
    if former <> 'RETURNED' then
      update audit_events set after = replace(after::text, '"' || former || '"', '"' || present || '"')::jsonb
       where after::text like '%"' || former || '"%';
    end if;
  end loop;
end $$;
update audit_events set actor = jsonb_set(actor, '{kind}', '"user"') where actor ->> 'kind' = 'person';
update audit_events
   set before = replace(before::text, '"reply": {"scope": "spinner"}', '"reply": {"scope": "job"}')::jsonb,
       after = replace(replace(after::text, '"reply": {"scope": "spinner"}', '"reply": {"scope": "job"}'),
                       '"movedWaiting": ', '"movedRecipients": ')::jsonb
 where concat(before::text, after::text) ~ '"movedWaiting": |"reply": {"scope": "spinner"}';
select set_config('spindle.redacts_audit', '', true);
update mailboxes set fault = jsonb_set(fault, '{code}', '"TEMPORARILY_REFUSED"') where fault ->> 'code' = 'PUT_OFF';
update arrivals set code = 'ROWS_SKIPPED' where code = 'ROWS_LEFT_OUT';
update arrivals set code = 'IDENTITY_UNMAPPED' where code = 'IDENTITY_LEFT_OUT';
update arrivals
   set reasons = replace(replace(reasons::text, '"IDENTITY_LEFT_OUT"', '"IDENTITY_UNMAPPED"'),
                         '"ROWS_LEFT_OUT"', '"ROWS_SKIPPED"')::jsonb
 where reasons::text ~ '"(IDENTITY|ROWS)_LEFT_OUT"';
