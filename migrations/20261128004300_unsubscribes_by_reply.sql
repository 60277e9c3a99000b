-- Whether a reply that asks for no more mail counts as an opt-out of the organization.
alter table organizations add column unsubscribes_by_reply boolean not null default false;
