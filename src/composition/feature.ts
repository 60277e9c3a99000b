import type { SiblingProcesses } from '../adapters/http/request/sibling-processes.ts'
import type { Route } from '../adapters/http/route.ts'
import type { Services } from '../adapters/http/services.ts'
import type { Config } from '../config.ts'
import type { Binding } from './provide.ts'

export interface HttpOptions
  extends Pick<Config, 'publicApiUrl' | 'selfServePlans' | 'trustedProxies' | 'cells'> {
  /**
   * The user id of the demo's owner. One click on the sign-in page signs a visitor in as that user. Null or
   * absent if a click must not sign in.
   */
  readonly demoUserId?: string | null
  /**
   * The connection to the other processes that serve the same port, for shared rate limits; null or absent if
   * there are none.
   */
  readonly siblings?: SiblingProcesses | null
}

/** One feature of the product, with its use cases, adapters and routes. */
export interface Feature {
  /** The bindings of the use cases and adapters. */
  readonly bindings: (config: Config) => readonly Binding[]
  /**
   * The routes of this feature that programs call most, such as adding records and starting jobs. They answer
   * only JSON and are matched before all other routes.
   */
  readonly publicRoutes?: (services: Services) => readonly Route[]
  readonly routes?: (services: Services) => readonly Route[]
}
