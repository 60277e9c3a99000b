-- Makes "spindle" an ordinary role in a database that was created with "spindle" as its first superuser. The
-- superuser, which PostgreSQL cannot do without, gets the name "spindle_admin". A new role "spindle" with the
-- same password gets the database and all that is in it. Either everything changes or nothing; open
-- connections go on.
--
-- Run in the database "spindle", as "spindle". `npm start` does so with its own; docs/operations.md says for
-- which others it is.
begin;
-- A session cannot rename its own role.
create role spindle_handover superuser;
set session authorization spindle_handover;
alter role spindle rename to spindle_admin;
do $$
declare
  statement text;
begin
  execute format(
    'create role spindle login password %L', (select rolpassword from pg_authid where rolname = 'spindle_admin'));
  for statement in
    with own_schema as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), admin as (
      select oid from pg_roles where rolname = 'spindle_admin'
    )
    select format('alter schema %I owner to spindle', nspname)
      from own_schema where nspowner = (select oid from admin)
    union all
    -- The sequence of a column goes with its table.
    select format('alter %s %s owner to spindle', case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c join own_schema s on s.oid = c.relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'S') and relowner = (select oid from admin)
       and not exists (
         select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    union all
    select format('alter routine %s owner to spindle', p.oid::regprocedure)
      from pg_proc p join own_schema s on s.oid = p.pronamespace
     where proowner = (select oid from admin)
       and not exists (
         select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    -- The type of a table's rows and the type of an array change with the table or the element type.
    select format('alter type %s owner to spindle', t.oid::regtype)
      from pg_type t join own_schema s on s.oid = t.typnamespace
     where typowner = (select oid from admin) and typelem = 0
       and (typtype in ('e', 'd') or typtype = 'c' and exists (
         select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
  loop
    execute statement;
  end loop;
end $$;
alter database spindle owner to spindle;
reset session authorization;
drop role spindle_handover;
commit;
