import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AttemptsExhausted } from '../../domain/account/sessions/attempts-exhausted.ts'
import {
  type AttemptCounter,
  attemptCounters,
  type Throttled,
  type ThrottleRule,
  throttled,
  throttleRules,
} from '../../domain/account/sessions/throttle.ts'
import { DomainError } from '../../domain/errors.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { outsideRequest } from '../system/request-writes.ts'

type Limiter = RateLimiterMemory | RateLimiterPostgres
type LimiterOptions = { readonly keyPrefix: string; readonly points: number; readonly duration: number }
type Rules = Readonly<Record<Throttled, ThrottleRule>>

/** Runs the statements of rate-limiter-flexible on the connection pool that the rest of the service uses. */
export interface StatementRunner {
  write(
    statement: { readonly name: string; readonly text: string },
    values: readonly unknown[],
  ): Promise<object[]>
}

interface LimiterStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * `FlexibleThrottle` limits attempts with rate-limiter-flexible. It stores digests of the names that are
 * limited, because they are people's addresses.
 */
export class FlexibleThrottle extends Throttle {
  readonly #limiters: ReadonlyMap<string, Limiter>

  /** Returns a throttle that counts in the table `throttle`, which all processes share. */
  static inPostgres(database: StatementRunner, rules: Rules = throttleRules): FlexibleThrottle {
    const query = async ({ name, text, values }: LimiterStatement) => ({
      rows: await outsideRequest(() => database.write({ name, text }, values)),
    })
    const shared = { storeClient: { query }, storeType: 'client', tableName: 'throttle', tableCreated: true }
    return new FlexibleThrottle(
      rules,
      (options) =>
        new RateLimiterPostgres({ ...shared, ...options, inMemoryBlockOnConsumed: options.points + 1 }),
    )
  }

  static inMemory(rules: Rules = throttleRules): FlexibleThrottle {
    return new FlexibleThrottle(rules, (options) => new RateLimiterMemory(options))
  }

  private constructor(rules: Rules, create: (options: LimiterOptions) => Limiter) {
    super()
    this.#limiters = new Map(
      throttled.flatMap((what) =>
        attemptCounters.flatMap((by) => {
          const rule = rules[what][by]
          if (rule === undefined) return []
          const { attempts: points, seconds: duration } = rule
          return [[`${what} ${by}`, create({ keyPrefix: `${what}:${by}`, points, duration })] as const]
        }),
      ),
    )
  }

  override async attempt(what: Throttled, by: AttemptCounter, who: string): Promise<void> {
    const limiter = this.#limiter(what, by)
    try {
      await limiter.consume(keyOf(who))
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw uncounted(refusal)
      const { msBeforeNext, consumedPoints } = refusal
      const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000))
      // The database counts attempts for all processes, so exactly one refusal is the first. A process that
      // refuses from its own memory reports a count of 0.
      const isFirst = consumedPoints === limiter.points + 1
      throw new AttemptsExhausted({ attempts: what, countedBy: by, retryAfter, isFirst })
    }
  }

  override async forgive(what: Throttled, by: AttemptCounter, who: string): Promise<void> {
    try {
      await this.#limiter(what, by).delete(keyOf(who))
    } catch (refusal) {
      // Ignores that the database is unreachable while counted attempts are taken back. The action, such as a
      // sign-in, has already succeeded, so its caller gets no error.
      if (!(refusal instanceof DomainError)) throw uncounted(refusal)
    }
  }

  #limiter(what: Throttled, by: string): Limiter {
    const limiter = this.#limiters.get(`${what} ${by}`)
    if (limiter === undefined) throw new Error(`Nothing limits ${what} ${by}`)
    return limiter
  }
}

function keyOf(who: string): string {
  return hash('sha256', who, 'base64url')
}

/** Returns the error for attempts that cannot be counted because the database is away; they are refused. */
function uncounted(refusal: unknown): DomainError {
  if (refusal instanceof DomainError) return refusal
  const overloaded = new DomainError('OVERLOADED')
  overloaded.cause = refusal
  return overloaded
}
