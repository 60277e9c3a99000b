/** The error of a move to another cell that cannot be continued, with a message for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
