import type { BodyFault } from '../../domain/arrival/mapping/decoded.ts'

/**
 * `Unreadable` is thrown if a request's body cannot be read. `SniffedBodies` catches it and returns the fault
 * instead.
 */
export class Unreadable extends Error {
  readonly fault: BodyFault

  constructor(code: BodyFault['code'], message: string) {
    super(message)
    this.fault = { code, message }
  }
}
