/**
 * Creates ids, which are UUIDs of version 7. They ascend with time, so that rows are added at the end of an
 * index.
 */
export abstract class Ids {
  abstract next(): string
}
