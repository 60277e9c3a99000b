/**
 * An SQL condition of the simulator: whether a record `r` is visible. Rows of an unfinished import are
 * invisible, and so are rows of a cancelled import until they are deleted.
 */
export const isVisibleRecord = `
  not exists (
    select from imports i join import_blocks b on b.import_id = i.id
     where i.data_table_id = r.data_table_id and r.id >= b.first_id and r.id < b.first_id + b.count)`
