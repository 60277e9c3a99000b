-- Returns what a message shows of its sender, as JSON under the sender's id, with the revision of the sender.
create or replace function correspondent_of(p_sender senders) returns jsonb
language sql immutable
as $$
  select jsonb_build_object(p_sender.id, jsonb_build_object(
    'revision', p_sender.revision, 'name', p_sender.name, 'email', p_sender.email, 'replyTo', p_sender.reply_to,
    'signature', p_sender.signature, 'signatureHtml', p_sender.signature_html))
$$;
