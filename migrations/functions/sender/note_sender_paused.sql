-- Writes the event sender.paused for a sender that was paused automatically: for one spinner, or for all if p_spinner is
-- null.
create or replace function note_sender_paused(p_sender uuid, p_spinner uuid, p_code text, p_at timestamptz) returns void
language plpgsql
--! include one_plan
as $$
begin
  perform note_events(
    p_organization => s.organization_id, p_type => 'sender.paused',
    p_project => (select p.project_id from spinners p where p.id = p_spinner), p_spinner => p_spinner,
    p_object_type => 'sender', p_objects => array[s.id::text],
    p_data => jsonb_build_object('code', p_code, 'spinnerId', p_spinner), p_each => null, p_addresses => null,
    p_at => p_at)
     from senders s where s.id = p_sender;
end $$;
