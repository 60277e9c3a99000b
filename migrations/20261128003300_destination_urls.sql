-- The time of the last change of a destination's URL; null if it was never changed. Requests that were made before are
-- not made again.
alter table destinations add column url_changed_at timestamptz;
