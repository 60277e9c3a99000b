import type { SignInClient } from '../../domain/account/sessions/session.ts'

/** What another cell has answered. */
export interface CellReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A request of somebody, to be answered by another cell. */
export interface CellRequest {
  /** Below /api/v1. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The network address of the person whom the request is for. */
  readonly address: string
  /** The device of the person, for a request that opens a session. */
  readonly client?: Omit<SignInClient, 'address'>
}

/** The other cells, and which of them somebody's account is in. */
export abstract class CellDirectory {
  abstract has(cell: string): boolean
  /**
   * All of them are asked; null where none has the account. OVERLOADED where one could not be asked, and none has it.
   */
  abstract cellOf(email: string, address: string): Promise<string | null>
  /** One of them, always the same for an address: it is asked where none has the account, so that it takes as long. */
  abstract anyFor(email: string): string
  abstract ask(cell: string, request: CellRequest): Promise<CellReply>
}
