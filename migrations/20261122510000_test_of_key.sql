-- A real organization is not deleted before its test organization. Not valid at first, so that no request waits while
-- the rows are read.
alter table organizations
  add constraint organizations_test_of_fkey foreign key (test_of) references organizations (id) not valid;
