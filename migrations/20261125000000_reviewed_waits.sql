-- The reasons of waits that were reviewed while a runtime had the slice, because a contact policy was changed; null for
-- none. The recipients that wait for these reasons are due when the slice is released.
alter table slices add column review_codes text[];
