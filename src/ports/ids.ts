/** Creates ids: UUIDs of version 7, so that they sort by time and indexes grow at one end. */
export abstract class Ids {
  abstract next(): string
}
