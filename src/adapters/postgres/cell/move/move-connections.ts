import type pg from 'pg'

/** Three connections here: one says what stands, one reads, one holds what must not change; and two there. */
export interface MoveConnections {
  readonly state: pg.Client
  readonly reader: pg.Client
  readonly holder: pg.Client
  readonly target: pg.Client
  readonly targetReader: pg.Client
}
