-- Allows the audience `new:ID`: the new records that belong to a segment.
alter table stored_spinners
  drop constraint stored_spinners_audience_check,
  add constraint stored_spinners_audience_check check (
    audience in ('new', 'all') or audience like 'segment:%' or audience like 'new:%');
