-- Whether people of the organization may be signed in on several devices at once. By default the next sign-in ends the
-- session before it. Sessions that are open during the upgrade stay open until that or until they expire.
alter table organizations add column several_sessions boolean not null default false;
