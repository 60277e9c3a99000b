/**
 * The number of record ids in a block. Each append takes one block and numbers its records within it. The
 * sequence `record_blocks` in PostgreSQL has the same increment, and an append must not have more records
 * than a block.
 */
export const idsPerBlock = 512
