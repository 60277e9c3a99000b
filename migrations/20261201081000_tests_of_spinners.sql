-- The kind 'testedSpinner' is the copy of a spinner that a test has made; the next test of the spinner replaces it.
alter table test_copies drop constraint test_copies_kind_check;
alter table test_copies add constraint test_copies_kind_check
  check (kind in ('project', 'dataTable', 'spinner', 'testedSpinner', 'sender', 'file'));

-- `stops_at_message` says whether the present advance of the clock ends at the next message.
alter table test_clocks add column stops_at_message boolean not null default false;
