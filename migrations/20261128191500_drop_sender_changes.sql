-- The view by which processes from before outdated_waits read and write the changes of senders. No such process remains.
drop view sender_changes;
