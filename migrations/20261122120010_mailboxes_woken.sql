-- claim_senders brings the next reading of a mailbox forward. A trigger does not know the time of the statement.
drop trigger if exists wake_mailbox on sender_budgets;
