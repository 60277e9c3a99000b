import type { Container } from 'inversify'
import type { Siblings } from '../adapters/http/request/siblings.ts'
import type { Route } from '../adapters/http/route.ts'
import type { Config } from '../config.ts'
import type { Binding } from './provide.ts'

export interface HttpOptions
  extends Pick<Config, 'publicApiUrl' | 'selfServePlans' | 'trustedProxies' | 'metricsPort' | 'cells'> {
  /** The owner of the demo, who can sign in without a password; null or absent if that is not allowed. */
  readonly demoUserId?: string | null
  /** The other processes at the same port; null or absent if there are none. */
  readonly siblings?: Siblings | null
}

/** One part of the product: its use cases, its adapters and its routes. */
export interface Feature {
  /** The use cases, and the adapters that are the same with and without a database. */
  readonly bindings: (config: Config) => readonly Binding[]
  /**
   * The adapters for PostgreSQL. The adapters in memory are in memory.ts, which production does not import.
   */
  readonly postgres?: readonly Binding[]
  /** The routes that CRMs call frequently. They answer JSON only, and are matched before other routes. */
  readonly publicRoutes?: (container: Container) => readonly Route[]
  readonly routes?: (container: Container, options: HttpOptions) => readonly Route[]
}
