-- By what an append without an API key came, for whoever asks how a person got here: by a webhook URL (w), as a row has it
-- that nobody says more of, or in an import (i). Null for those of before.
alter table appends add column source "char";
alter table appends alter column source set default 'w';
