import type pg from 'pg'

/**
 * The connections of a move: in this cell one for the state of the move, one for reading and one that holds
 * locks; two in the other cell.
 */
export interface MoveConnections {
  readonly state: pg.Client
  readonly reader: pg.Client
  readonly holder: pg.Client
  readonly target: pg.Client
  readonly targetReader: pg.Client
}
