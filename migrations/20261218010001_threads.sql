-- The conversations of an organization with people: the e-mails that answer each other. A thread begins with the first
-- inbound mail about a message of the organization, or with a mail that a member wrote by hand. The messages that jobs
-- sent are not copied; `thread_places` leads to them in the log of messages.
create table threads (
  id uuid primary key,
  organization_id uuid not null,
  -- The spinner whose message was answered first; null for a thread that a mail by hand began.
  spinner_id uuid,
  -- The address of the person, as in sent_emails.
  address text not null,
  -- The sender whose mailbox answers; null if the mail server of the deployment wrote the first message.
  sender_id uuid,
  status text not null check (status in ('open', 'done')),
  snoozed_until timestamptz,
  is_unread boolean not null,
  assignee_id uuid,
  labels uuid[] not null default '{}',
  message_count int not null default 0,
  -- The number of automatic answers that were not stored, because two machines answered each other.
  omitted_count int not null default 0,
  last_message_at timestamptz not null,
  -- The time of the latest mail that a person wrote; null if there is none.
  last_reply_at timestamptz,
  -- The time of the latest answer that a member wrote or that is scheduled; null if there is none.
  last_answer_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);
create index threads_newest on threads (organization_id, last_message_at desc, id desc);
create index threads_open on threads (organization_id, last_message_at desc, id desc)
  include (is_unread, snoozed_until, assignee_id, last_reply_at, last_answer_at, spinner_id) where status = 'open';
create index threads_unread on threads (organization_id, last_message_at desc, id desc) where is_unread;
create index threads_of_assignee on threads (organization_id, assignee_id, last_message_at desc) where assignee_id is not null;
create index threads_of_address on threads (organization_id, address);
create index threads_with_label on threads using gin (labels) where labels <> '{}';

-- The stored mails of threads: replies, automatic answers and bounces, mails that members wrote by hand, and answers
-- from the inbox. `digest` identifies a mail by its Message-ID, so a mail in three mailboxes is stored once.
create table thread_messages (
  id uuid primary key,
  organization_id uuid not null,
  thread_id uuid not null,
  digest bytea not null,
  kind text not null check (kind in ('reply', 'autoReply', 'bounce', 'handWritten', 'answer')),
  -- The sender in whose mailbox the mail was found, or which sends the answer; null if an event of a provider reported it.
  sender_id uuid,
  at timestamptz not null,
  -- The address of the author of an inbound mail, or of the recipient of a mail that a member wrote.
  address text,
  -- The message of a job that the mail is about; null for mails by hand and answers.
  job_id uuid,
  record_id bigint,
  step int,
  -- The author, the subject and the beginning of the text, encrypted, for lists of threads.
  head bytea not null,
  -- The recipients, the text, the HTML and the names of the attachments, encrypted.
  ciphertext bytea not null
);
alter table thread_messages alter column ciphertext set storage external;
create unique index thread_messages_digest on thread_messages (organization_id, digest);
create index thread_messages_of_thread on thread_messages (thread_id, at, id);
create index thread_messages_by_time on thread_messages (organization_id, at);
create index thread_messages_of_address on thread_messages (organization_id, address) where address is not null;
create index thread_messages_of_record on thread_messages (organization_id, record_id) where record_id is not null;

-- The mailboxes in which the mails of threads lie, with the ids that their providers gave them.
create table thread_placements (
  organization_id uuid not null,
  message_id uuid not null,
  sender_id uuid not null,
  provider_id text not null,
  primary key (message_id, sender_id, provider_id)
);
create index thread_placements_of_organization on thread_placements (organization_id);

-- The keys by which a mail finds its thread: digests of Message-IDs, of conversations of providers, and of messages of
-- jobs. Addresses and subjects are never keys.
create table thread_keys (
  organization_id uuid not null,
  key bytea not null,
  thread_id uuid not null,
  primary key (organization_id, key)
);
create index thread_keys_of_thread on thread_keys (thread_id);

-- The recipients of jobs whose messages belong to a thread.
create table thread_places (
  organization_id uuid not null,
  thread_id uuid not null,
  job_id uuid not null,
  record_id bigint not null,
  primary key (thread_id, job_id, record_id)
);
create index thread_places_of_organization on thread_places (organization_id, record_id);

-- The words of the mails of threads as keyed digests of 64 bits, for the search. The key is the organization's own, so
-- the digests reveal no words.
create table thread_words (
  message_id uuid primary key,
  organization_id uuid not null,
  thread_id uuid not null,
  words bigint[] not null
) with (toast_tuple_target = 128);
alter table thread_words alter column words set storage external;
create index thread_words_words on thread_words using gin (words);
create index thread_words_of_thread on thread_words (thread_id);
create index thread_words_of_organization on thread_words (organization_id);

-- The labels that an organization has made for its threads. The labels of the service have fixed ids and no rows.
create table labels (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  color text not null,
  created_at timestamptz not null
);
create unique index labels_of_organization on labels (organization_id, lower(name));

-- The rules that set a label when a reply is stored: the reply contains one of the words, or it is an automatic answer.
create table label_rules (
  id uuid primary key,
  organization_id uuid not null references organizations,
  label_id uuid not null,
  kind text not null check (kind in ('words', 'autoReply')),
  words text[] not null default '{}',
  created_at timestamptz not null
);
create index label_rules_of_organization on label_rules (organization_id);
