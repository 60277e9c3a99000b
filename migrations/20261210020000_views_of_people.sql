-- A view without a data table is a view of the list of people.
alter table views alter column data_table_id drop not null;
