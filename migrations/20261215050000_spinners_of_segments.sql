-- Allows the audience `segment:ID`: the records of a segment.
alter table stored_spinners
  drop constraint stored_spinners_audience_check,
  add constraint stored_spinners_audience_check check (audience in ('new', 'all') or audience like 'segment:%');
