import type { BodyFault } from '../../domain/arrival/mapping/decoded.ts'

/**
 * `Unreadable` is thrown if a body cannot be read. `SniffedBodies` catches it, so it never leaves this
 * folder.
 */
export class Unreadable extends Error {
  readonly fault: BodyFault

  constructor(code: BodyFault['code'], message: string) {
    super(message)
    this.fault = { code, message }
  }
}
