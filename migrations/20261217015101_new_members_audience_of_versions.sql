-- Allows the audience `new:ID`: the new records that belong to a segment.
alter table spinner_versions
  drop constraint spinner_versions_audience_check,
  add constraint spinner_versions_audience_check check (
    audience in ('new', 'all') or audience like 'segment:%' or audience like 'new:%');
