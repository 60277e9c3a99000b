-- Reads the records of segments whose conditions were changed again. Records that were read before count as existing
-- ones: a record that belongs to a segment by the changed condition does not enter it. Each item of `p_columns` is the
-- array of the columns on which the condition of a segment depends, as JSON. Returns whether any spinner watches one of
-- the segments.
create or replace function restart_watches(p_table uuid, p_segments uuid[], p_columns jsonb) returns boolean
language plpgsql
--! include one_plan
as $$
begin
  perform from spinner_starts b
    where b.spinner_id in (select w.spinner_id from segment_watches w where w.segment_id = any(p_segments))
    order by b.spinner_id for no key update;
  update segment_watches w
     -- Records of a half-read append count as new ones, because some of them have not been read.
     set existing_seq = case when w.seq < w.existing_seq then w.existing_seq else w.seq - (w.after_id < 9223372036854775807)::int end,
         includes_existing = w.includes_existing and w.seq < w.existing_seq,
         seq = 0, after_id = 0, begun_in_transaction = null,
         columns = array(select coalesce(t.column_keys ->> c, c)
                           from stored_data_tables t, jsonb_array_elements_text(p_columns -> (s.no::int - 1)) c
                          where t.id = p_table)
    from unnest(p_segments) with ordinality s(id, no)
   where w.segment_id = s.id;
  return found;
end $$;
