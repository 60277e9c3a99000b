/**
 * The number of record ids in a block, and so the most records of an append, because each append takes one
 * block. The sequence `record_blocks` in PostgreSQL must have the same increment.
 */
export const idsPerBlock = 512
