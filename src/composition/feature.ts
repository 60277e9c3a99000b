import type { Container } from 'inversify'
import type { Siblings } from '../adapters/http/request/siblings.ts'
import type { Route } from '../adapters/http/route.ts'
import type { Config } from '../config.ts'
import type { Binding } from './provide.ts'

export interface HttpOptions
  extends Pick<Config, 'publicApiUrl' | 'selfServePlans' | 'trustedProxies' | 'metricsPort' | 'cells'> {
  /** Null, or absent, where the demo cannot be signed in to without a password. */
  readonly demoUserId?: string | null
  /** Null, or absent, where this process alone is at its port. */
  readonly siblings?: Siblings | null
}

/** Everything that one part of the product brings along: what it can do, on what, and where it is called. */
export interface Feature {
  /** Its use cases, and the adapters that are the same with and without a database. */
  readonly bindings: (config: Config) => readonly Binding[]
  /** Its adapters on PostgreSQL. Those in memory are bound in memory.ts, which production does not import. */
  readonly postgres?: readonly Binding[]
  /** What CRMs call all day long. It answers JSON and nothing else, and is matched before the others. */
  readonly publicRoutes?: (container: Container) => readonly Route[]
  readonly routes?: (container: Container, options: HttpOptions) => readonly Route[]
}
