import type { EncodedBody } from './body-decoder.ts'

/** The body of an arrival that is held or was refused. */
export interface HeldBody extends EncodedBody {
  readonly arrivalId: string
  /** The headers of the request by name in lower case, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface HeldBodySelection {
  readonly dataTableId: string
  /**
   * The format, or the arrival ids, of the wanted bodies; without both, the newest bodies of any format are
   * read.
   */
  readonly shape?: string
  readonly arrivalIds?: readonly string[]
  readonly limit: number
}

/** Reads the bodies of arrivals that are held or were refused, newest first. */
export abstract class HeldBodies {
  abstract read(organizationId: string, wanted: HeldBodySelection): Promise<readonly HeldBody[]>
}
