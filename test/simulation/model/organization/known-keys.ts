import type { Scope } from '../../../../src/domain/account/api-keys/scope.ts'
import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'

/** An API key that the service has created and answered with its secret. */
export interface KnownKey {
  readonly id: string
  /** The name of the key in the story, such as "key 2". */
  readonly name: string
  readonly secret: string
  readonly scopes: readonly Scope[]
  readonly projectIds: readonly string[] | null
  readonly expiresAt: Date | null
  readonly requestsPerSecond: number | null
  /** The time from which the key is refused after a rotation or a revocation; null for none. */
  readonly ends: Register<Date | null>
}

/** A use of a key with the answer that its scopes, projects and end demand, and the answer that it got. */
export interface KeyUse {
  readonly words: string
  readonly expected: 'admitted' | 'refused'
  readonly answer: 'admitted' | 'refused'
}

/** The API keys of an organization besides the first one, and their uses since the last check of the promises. */
export class KnownKeys {
  readonly all: KnownKey[] = []
  readonly uses: KeyUse[] = []
  readonly #moments: Moments

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add(key: Omit<KnownKey, 'ends'>): void {
    this.all.push({ ...key, ends: new Register<Date | null>(this.#moments, null) })
  }

  settle(): void {
    for (const { ends } of this.all) ends.settle()
  }
}

/** Returns whether a key may be valid at a time, and whether it may be invalid. Both are possible after a lost answer. */
export function validityOf({ ends, expiresAt }: KnownKey, now: Date): readonly boolean[] {
  return ends.possible().map((end) => (end === null || end > now) && (expiresAt === null || expiresAt > now))
}
