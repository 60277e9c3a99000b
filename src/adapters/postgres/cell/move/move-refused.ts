/** A move that cannot go on, in words for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
