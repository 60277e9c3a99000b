-- When a user changed the limits of a sender, resumed it or connected it again. renewWaits sets both to null:
-- times_outdated_since once the sender's rest has ended and its times are free, waits_outdated_since once the recipients
-- that wait for the sender are due. If the process dies before, a periodic task does what is left.
alter table senders add column times_outdated_since timestamptz, add column waits_outdated_since timestamptz;
