declare const isInTransaction: unique symbol

/**
 * The mark of the stores of a transaction. A method of a store that takes `this: InTransaction` writes or locks, and
 * compiles only for a store of `tx`, such as `tx.projects`. The other methods of the store can also be called on the
 * store that the container creates, which reads committed rows.
 */
export interface InTransaction {
  readonly [isInTransaction]: true
}
