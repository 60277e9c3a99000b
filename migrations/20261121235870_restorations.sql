-- That this database was restored to an earlier moment, and whether what may have been sent since has been put in doubt.
-- As long as it has not, no runtime starts.
create table restorations (
  id bigint generated always as identity primary key,
  restored_at timestamptz not null default now(),
  -- What was committed after it is lost.
  moment timestamptz not null,
  source text not null check (source in ('backup', 'recovery')),
  looked_after_at timestamptz,
  -- What was put in doubt.
  figures jsonb
);
