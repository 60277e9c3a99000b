import { Container } from 'inversify'
import { Database } from '../adapters/postgres/database.ts'
import type { Config } from '../config.ts'
import { system } from './features/system.ts'
import { features } from './features.ts'
import { type Binding, provideValue } from './provide.ts'

const parts = [system, ...features]

/** Returns the bindings of all use cases and adapters of the service on PostgreSQL. */
export const postgres = (database: Database): readonly Binding[] => [
  provideValue(Database, database),
  ...parts.flatMap((part) => part.postgres ?? []),
]

/**
 * Creates a container with the use cases and one set of adapters. A later binding replaces an earlier one
 * with the same token.
 */
export function createContainer(config: Config, ...adapters: readonly (readonly Binding[])[]): Container {
  const bindings = [...parts.flatMap((part) => part.bindings(config)), ...adapters.flat()]
  const container = new Container()
  for (const { bind } of new Map(bindings.map((binding) => [binding.token, binding])).values())
    bind(container)
  return container
}
