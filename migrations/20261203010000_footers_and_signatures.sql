-- The footer that e-mail steps with `addsFooter` add to their messages. The words of `unsubscribe_line` in square
-- brackets become the unsubscribe link.
alter table organizations
  add column unsubscribe_line text not null default 'If you do not want more of these e-mails, [unsubscribe].',
  add column postal_address text;

-- The HTML of a sender's signature; null if the HTML of messages shows the plain text of `signature`.
alter table senders add column signature_html text;
