import type { EncodedBody } from './body-decoder.ts'

/** What was sent and is waiting. */
export interface HeldBody extends EncodedBody {
  readonly arrivalId: string
  /** Names in lower case; none of a credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface HeldBodiesWanted {
  readonly dataTableId: string
  /** Of one shape, or these; otherwise the newest of any shape. */
  readonly shape?: string
  readonly arrivalIds?: readonly string[]
  readonly limit: number
}

/** Bodies that are held or were refused, the newest first. */
export abstract class HeldBodies {
  abstract read(organizationId: string, wanted: HeldBodiesWanted): Promise<readonly HeldBody[]>
}
