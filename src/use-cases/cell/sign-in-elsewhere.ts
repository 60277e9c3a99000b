import type { SignInClient } from '../../domain/account/sessions/session.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { CellDirectory, CellReply } from '../../ports/cell/cell-directory.ts'

export interface SignInElsewhereCommand {
  readonly email: string
  readonly password: string
  /** The organization to sign in to. If it is absent, the person signs in to the organization of their last sign-in. */
  readonly organizationId?: string
  readonly client: SignInClient
}

/**
 * Signs a person in at another cell (deployment behind the same proxy), after this cell has refused the
 * address and password. All cells are queried for every address, so that response times and texts do not
 * reveal which addresses exist.
 */
export class SignInElsewhere {
  readonly #directory: CellDirectory
  readonly #throttle: Throttle

  constructor(directory: CellDirectory, throttle: Throttle) {
    this.#directory = directory
    this.#throttle = throttle
  }

  /** Returns the reply of the cell that accepts the password; null if no cell accepts it. */
  async execute({
    email: typed,
    password,
    organizationId,
    client,
  }: SignInElsewhereCommand): Promise<CellReply | null> {
    const email = emailOf(typed)
    const address = client.ipAddress ?? ''
    const cell = (await this.#directory.cellOf(email, address)) ?? this.#directory.anyFor(email)
    const wanted = organizationId === undefined ? {} : { organizationId }
    const request = { path: '/auth/sign-in', body: { email, password, ...wanted }, address, client }
    const reply = await this.#directory.ask(cell, request)
    if (reply.status === 429)
      throw new DomainError('RATE_LIMITED', { retryAfter: Number(reply.body['retryAfter'] ?? 60) })
    if (reply.status === 503) throw new DomainError('OVERLOADED')
    // The password is right, but the organization accepts sign-ins through its own provider only.
    if (reply.body['code'] === 'SIGN_IN_PROVIDER_REQUIRED') return reply
    // The status 202 means that the password is right and a code of the second factor follows.
    if (reply.status !== 200 && reply.status !== 202) return null
    await this.#throttle.forgiveOn('signIn', { account: email, address })
    return reply
  }
}
