/**
 * The highest number of recipients in a slice, the part of a job that one worker processes at a time. The
 * records of one append are never divided between two slices. `lease_slice`, `trigger_jobs` and
 * `store_named_records` have the same number in PostgreSQL.
 */
export const mostRecipientsPerSlice = 500
