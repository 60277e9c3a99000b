/** The error of a move that cannot go on, with a message for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
