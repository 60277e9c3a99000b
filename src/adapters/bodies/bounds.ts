import { bodyBounds } from '../../domain/arrival/mapping/decoded.ts'
import { Unreadable } from './unreadable.ts'

/**
 * `Bounds` counts the parts of a request's body while it is read, so that no value larger than allowed is
 * built.
 */
export class Bounds {
  #values = 0

  value(): void {
    if (++this.#values > bodyBounds.values) {
      throw new Unreadable('TOO_MANY_ITEMS', `The body has more than ${bodyBounds.values} values`)
    }
  }

  depth(depth: number): void {
    if (depth > bodyBounds.depth) {
      throw new Unreadable('BODY_TOO_DEEP', `The body is nested deeper than ${bodyBounds.depth} levels`)
    }
  }

  keys(count: number): void {
    if (count > bodyBounds.keys) {
      throw new Unreadable('TOO_MANY_KEYS', `An object in the body has more than ${bodyBounds.keys} keys`)
    }
  }

  items(count: number): void {
    if (count > bodyBounds.items) {
      throw new Unreadable('TOO_MANY_ITEMS', `A list in the body has more than ${bodyBounds.items} items`)
    }
  }
}
