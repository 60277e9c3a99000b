import type { Options } from '@node-rs/argon2'
import { noPassword } from '../../domain/account/account.ts'
import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'
import { DomainError } from '../../domain/errors.ts'
import { Passwords } from '../../ports/account/passwords.ts'
import { FairQueue } from '../threads/fair-queue.ts'
import { ThreadedPasswordStrength } from './threaded-password-strength.ts'

/**
 * The number that selects argon2id. The package has it only in a const enum, which does not exist at run
 * time.
 */
const argon2id = 2

/**
 * The cost of hashing one password. The default is the one that OWASP recommends for argon2id: 26 ms of one
 * core.
 */
interface HashCost {
  readonly memoryKib: number
  readonly passes: number
}

const recommended: HashCost = { memoryKib: 19_456, passes: 2 }

/**
 * The largest number of passwords hashed at once. Two cores compute 75 a second; more at once would only take
 * memory and slow down ingest.
 */
const maxAtOnce = 2
/** The largest number of passwords that wait to be hashed. It takes a few seconds to process them. */
const maxWaiting = 150
/**
 * The largest number of passwords of one asker, such as a client address, that wait to be hashed. Five addresses are
 * needed to fill the queue.
 */
const maxWaitingOfAsker = 30

/** A password that waits to be hashed or checked. */
interface WaitingHash {
  readonly asker: string
  readonly weight: number
  /** Hashes the password, and settles the promise of the caller. */
  readonly run: () => Promise<void>
}

export class Argon2Passwords extends Passwords {
  readonly #waiting = new FairQueue<WaitingHash>()
  #waitingCount = 0
  #runningCount = 0
  readonly #strength = new ThreadedPasswordStrength()
  readonly #options: Options
  /**
   * The hash that a password is compared with if no account has the address. The answer then takes as long as
   * for an account.
   */
  readonly #unmatched: string

  constructor({ memoryKib, passes }: HashCost = recommended) {
    super()
    this.#options = { algorithm: argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
    this.#unmatched = hashOfNoPassword({ memoryKib, passes })
  }

  override hash(password: string, asker: string | null = null): Promise<string> {
    return this.#inTurn(asker, async () => {
      const { hash } = await library()
      return hash(plain(password), this.#options)
    })
  }

  override async matches(
    password: string,
    wanted: string | null,
    asker: string | null = null,
  ): Promise<boolean> {
    const isSet = wanted !== null && wanted !== noPassword
    const compared = isSet ? wanted : this.#unmatched
    const same = await this.#inTurn(asker, async () => {
      const { verify } = await library()
      return verify(compared, plain(password))
    })
    return same && isSet
  }

  override weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null> {
    return this.#strength.weaknessOf(password, own)
  }

  /**
   * Hashes a password when a place is free. Askers take turns with one password each: a password waits for at most one
   * of every other asker, which takes 13 ms on two cores.
   */
  #inTurn<Result>(asker: string | null, work: () => Promise<Result>): Promise<Result> {
    const name = asker ?? ''
    const isCrowded = asker !== null && this.#waiting.waitingFor(name) >= maxWaitingOfAsker
    if (isCrowded || this.#waitingCount >= maxWaiting) return Promise.reject(new DomainError('OVERLOADED'))
    return new Promise((resolve, reject) => {
      this.#waiting.add(name, { asker: name, weight: 1, run: () => work().then(resolve, reject) })
      this.#waitingCount++
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#runningCount >= maxAtOnce) return
    const [next] = this.#waiting.next(1, 1)
    if (next === undefined) return
    // Lets the asker have both places if nobody else waits.
    this.#waiting.end(next.asker)
    this.#waitingCount--
    this.#runningCount++
    void next.run().finally(() => {
      this.#runningCount--
      this.#startNext()
    })
  }
}

/** Returns the package that hashes passwords. Loads it at the first password, because it takes 6 MB. */
function library() {
  return import('@node-rs/argon2')
}

/**
 * Returns a hash in the format of argon2id with the given cost, with a salt and a digest of zeros. To compare a
 * password with it takes as long as with the hash of an account. Computing a hash at every start would take 26 ms
 * and 19 MB.
 */
function hashOfNoPassword({ memoryKib, passes }: HashCost): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${zeros(16)}$${zeros(32)}`
}

/**
 * Returns a password in one Unicode form, so that its hash is the same however a keyboard composes its
 * characters.
 */
function plain(password: string): string {
  return password.normalize('NFKC')
}
