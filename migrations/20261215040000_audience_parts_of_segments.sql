-- A part of an audience whose records are chosen by a segment when the job takes them: the records after
-- `last_record_id` up to `end_record_id`, which is null until the job begins to take them. `records` is then the
-- estimated number of them that belong to the segment.
alter table audience_parts
  add column segment_id uuid,
  add column last_record_id bigint,
  add column end_record_id bigint;
