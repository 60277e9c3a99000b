-- Stores the time when a previous signing secret ends, instead of the time of the rotation, because a rotation chooses the
-- length of its grace period. Previous secrets of the time before signed for one day.
alter table webhook_secrets rename column rotated_at to previous_until;
alter table destinations rename column rotated_at to previous_until;
update webhook_secrets
   set previous_until = case when previous_ciphertext is not null then previous_until + interval '1 day' end
 where previous_until is not null;
update destinations
   set previous_until = case when previous_ciphertext is not null then previous_until + interval '1 day' end
 where previous_until is not null;
