import { assertNotWeak } from '../../domain/account/password-weakness.ts'
import { newSession, type Session } from '../../domain/account/session.ts'
import { emailOf } from '../../domain/email-address.ts'
import type { PasswordStrength } from '../../ports/account/password-strength.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface SignUpCommand {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly organizationName: string
  /** Where it comes from. */
  readonly address: string
}

export class SignUpOptions {
  readonly planId: string

  constructor(planId: string) {
    this.planId = planId
  }
}

/** An organization with its owner, who is signed in at once. */
export class SignUp {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #strength: PasswordStrength
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #options: SignUpOptions

  constructor(
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    strength: PasswordStrength,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
    options: SignUpOptions,
  ) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#strength = strength
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
    this.#options = options
  }

  async execute({
    email: typed,
    password,
    name,
    organizationName,
    address,
  }: SignUpCommand): Promise<Session> {
    const email = emailOf(typed)
    await this.#throttle.attemptOn('signUp', { account: email, address })
    assertNotWeak(await this.#strength.weaknessOf(password, [email, name, organizationName]))
    // Before the address is looked up, so that the answer takes as long whether or not it is taken.
    const passwordHash = await this.#passwords.hash(password)
    const createdAt = this.#clock.now()
    const [organizationId, userId] = [this.#ids.next(), this.#ids.next()]
    const session = newSession(this.#ids.next(), userId, createdAt)
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.add({
        id: organizationId,
        name: organizationName,
        planId: this.#options.planId,
        createdAt,
      })
      await tx.users.add({
        id: userId,
        organizationId,
        email,
        name,
        role: 'owner',
        passwordHash,
        createdAt,
      })
      await tx.sessions.start(session)
    })
    return session
  }
}
