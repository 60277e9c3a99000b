-- The kind 'testedSpinner' is the copy of a spinner that a test has made; the next test of the spinner replaces it.
alter table test_copies drop constraint test_copies_kind_check;
alter table test_copies add constraint test_copies_kind_check
  check (kind in ('project', 'dataTable', 'spinner', 'testedSpinner', 'sender', 'file'));
