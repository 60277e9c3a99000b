import type { BodyFault } from '../../domain/arrival/mapping/decoded.ts'

/** Thrown where a body turns out to be unreadable; never leaves this folder. */
export class Unreadable extends Error {
  readonly fault: BodyFault

  constructor(code: BodyFault['code'], message: string) {
    super(message)
    this.fault = { code, message }
  }
}
