import type { Options } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { noPassword } from '../../domain/account/account.ts'
import type { PasswordWeakness } from '../../domain/account/password/password-weakness.ts'
import { DomainError } from '../../domain/errors.ts'
import { Passwords } from '../../ports/account/passwords.ts'
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
const mostAtOnce = 2
/** The largest number of passwords that wait to be hashed. It takes a few seconds to process them. */
const mostWaiting = 150

export class Argon2Passwords extends Passwords {
  readonly #places = pLimit(mostAtOnce)
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

  override hash(password: string): Promise<string> {
    return this.#inTurn(async () => {
      const { hash } = await library()
      return hash(plain(password), this.#options)
    })
  }

  override async matches(password: string, wanted: string | null): Promise<boolean> {
    const isSet = wanted !== null && wanted !== noPassword
    const compared = isSet ? wanted : this.#unmatched
    const same = await this.#inTurn(async () => {
      const { verify } = await library()
      return verify(compared, plain(password))
    })
    return same && isSet
  }

  override weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null> {
    return this.#strength.weaknessOf(password, own)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#places.pendingCount >= mostWaiting) return Promise.reject(new DomainError('OVERLOADED'))
    return this.#places(work)
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
