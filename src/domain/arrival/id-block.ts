/**
 * Every append takes a block of so many record ids for itself, in which its records are numbered one after
 * the other. PostgreSQL says the same in the sequence `record_blocks`, and no append may outgrow its block.
 */
export const idsPerBlock = 512
