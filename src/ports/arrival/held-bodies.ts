import type { EncodedBody } from './body-decoder.ts'

/** A body that was received and is held or was refused. */
export interface HeldBody extends EncodedBody {
  readonly arrivalId: string
  /** The headers by name in lower case, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface HeldBodySelection {
  readonly dataTableId: string
  /** The shape, or the ids, of the wanted bodies; without both, the newest of any shape. */
  readonly shape?: string
  readonly arrivalIds?: readonly string[]
  readonly limit: number
}

/** Reads bodies that are held or were refused, newest first. */
export abstract class HeldBodies {
  abstract read(organizationId: string, wanted: HeldBodySelection): Promise<readonly HeldBody[]>
}
