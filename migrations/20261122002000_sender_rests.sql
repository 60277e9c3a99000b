-- The rest of a sender that its server or provider asked for: until when, how many rests in a row, and the reason code.
-- Each column is null or 0 for a sender that does not rest.
alter table sender_budgets
  add column rests_until timestamptz,
  add column rests_in_row int not null default 0,
  add column rest_code text;
-- Messages that were put off for their recipient. They are not counted as sent.
alter table sender_health add column put_off int not null default 0;
