import type { SignInClient } from '../../domain/account/sessions/session.ts'

/** The answer of another cell. */
export interface CellReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A person's request that another cell answers. */
export interface CellRequest {
  /** The path below /api/v1. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The network address of the person who sent the request. */
  readonly address: string
  /** The device of the person, for a request that opens a session. */
  readonly client?: Omit<SignInClient, 'address'>
}

/** The other cells, and the accounts in them. */
export abstract class CellDirectory {
  abstract has(cell: string): boolean
  /**
   * Asks all other cells for the account of an address; null if none has it. Throws OVERLOADED if a cell
   * could not be asked and no other has the account.
   */
  abstract cellOf(email: string, address: string): Promise<string | null>
  /**
   * Returns a cell, always the same for an address. It is asked if no cell has the account, so that the
   * answer takes as long as for a known account.
   */
  abstract anyFor(email: string): string
  abstract ask(cell: string, request: CellRequest): Promise<CellReply>
}
