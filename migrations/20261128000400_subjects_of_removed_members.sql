-- The subject by which the organization's sign-in provider knew the removed member; null if it did not know the member.
-- The provider may give the same person another address later.
alter table removed_members add column subject text;
create index on removed_members (organization_id, subject) where subject is not null;
