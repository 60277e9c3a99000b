import type { SignInClient } from '../../domain/account/sessions/session.ts'

/** The answer of another cell (a deployment behind the same proxy) to a request. */
export interface CellReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A person's request that another cell (a deployment behind the same proxy) answers. */
export interface CellRequest {
  /** The path of the request that is sent to another cell, without /api/v1. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The network address of the person who sent the request. */
  readonly address: string
  /** The device of the person, for a request that signs the person in. */
  readonly client?: Omit<SignInClient, 'ipAddress'>
}

/**
 * Sends requests to the other cells (deployments behind the same proxy), and finds the cell that has an
 * account.
 */
export abstract class CellDirectory {
  abstract has(cell: string): boolean
  /**
   * Asks all other cells which of them has the account of an e-mail address; null if none has it. Throws
   * OVERLOADED if a cell could not be asked and no other has the account.
   */
  abstract cellOf(email: string, address: string): Promise<string | null>
  /**
   * Returns the cell to ask for an e-mail address without an account, always the same for one address. The
   * answer then takes as long as for a known account.
   */
  abstract anyFor(email: string): string
  abstract ask(cell: string, request: CellRequest): Promise<CellReply>
  /**
   * Sends a request to all other cells, and returns the reply of the first cell, in the order of the configuration, that
   * answers with status 200; null if all answer 404. Throws OVERLOADED if no cell answers with status 200, and one does
   * not answer or has another error.
   */
  abstract askAll(request: CellRequest): Promise<CellReply | null>
}
