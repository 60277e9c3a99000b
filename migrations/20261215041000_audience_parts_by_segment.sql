--! outside a transaction
create index concurrently audience_parts_of_segments on audience_parts (segment_id) where segment_id is not null;
