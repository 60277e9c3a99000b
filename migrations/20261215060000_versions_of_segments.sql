-- Allows the audience `segment:ID`: the records of a segment.
alter table spinner_versions
  drop constraint spinner_versions_audience_check,
  add constraint spinner_versions_audience_check check (audience in ('new', 'all') or audience like 'segment:%');
