-- The digest of the invitation whose link somebody had opened who was sent to the provider.
alter table open_id_states add column invitation text collate "C";
