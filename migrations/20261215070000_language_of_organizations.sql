-- The language (en, de, fr or es) in which the service writes for an organization: pages for visitors whose browser asks
-- for no language of the service, and the standard unsubscribe line. Existing organizations keep English.
alter table organizations add column language text not null default 'en' check (language in ('en', 'de', 'fr', 'es'));
-- `language` is the language of the console in the browser that began the sign-in, for an organization that the sign-in
-- creates; null if the browser named none.
alter table open_id_states add column language text check (language in ('en', 'de', 'fr', 'es'));
