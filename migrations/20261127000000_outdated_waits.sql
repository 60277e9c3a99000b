-- The senders and organizations whose waiting recipients must be checked again, because a user changed the limits of
-- the sender, resumed it, connected it again, deleted it or made another one the default, or changed the contact policy
-- or the time zone of the organization. subject_id is the id of the sender or of the organization. reasons has the codes
-- of the waits that a change of the organization concerns; null for a sender. renewWaits deletes the row when it is
-- done. If the process dies before, a periodic task does the work again after lease_until. ends_rest says whether the
-- sender's rest must end first.
alter table sender_changes rename to outdated_waits;
alter table outdated_waits rename column sender_id to subject_id;
alter table outdated_waits add column reasons text[];
alter index sender_changes_pkey rename to outdated_waits_pkey;
alter index sender_changes_organization_id_idx rename to outdated_waits_organization_id_idx;
alter table outdated_waits rename constraint sender_changes_organization_id_fkey to outdated_waits_organization_id_fkey;
-- The name by which processes of the previous version read and write the changes of senders. The next version drops the
-- view.
create view sender_changes as
  select subject_id as sender_id, organization_id, since, ends_rest, lease_until from outdated_waits
   where reasons is null;
