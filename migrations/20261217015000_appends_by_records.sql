--! outside a transaction
create index concurrently appends_by_records on appends using brin (first_id) with (pages_per_range = 64, autosummarize = on);
