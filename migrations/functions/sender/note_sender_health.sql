-- Calls `note_message_failure` for processes of the previous version, which name no domain. To be removed in the
-- next version.
create or replace function note_sender_health(
  p_sender uuid, p_spinner uuid, p_kind text, p_at timestamptz, p_words text, out is_paused boolean
)
language plpgsql as $$
begin
  is_paused := note_message_failure(
    p_sender => p_sender, p_spinner => p_spinner, p_kind => p_kind, p_at => p_at, p_words => p_words, p_domain => null);
end $$;
