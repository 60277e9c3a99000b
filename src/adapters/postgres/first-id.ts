/** The nil UUID, which sorts before all ids, to read rows from the first one. */
export const firstId = '00000000-0000-0000-0000-000000000000'
