import { Container } from 'inversify'
import { Database } from '../adapters/postgres/database.ts'
import type { Config } from '../config.ts'
import { system } from './features/system.ts'
import { features } from './features.ts'
import { type Binding, provideValue } from './provide.ts'

const parts = [system, ...features]

/** The service on PostgreSQL. */
export const postgres = (database: Database): readonly Binding[] => [
  provideValue(Database, database),
  ...parts.flatMap((part) => part.postgres ?? []),
]

/** The system, wired: the use cases over one set of adapters. A later binding takes an earlier one's place. */
export function createContainer(config: Config, ...adapters: readonly (readonly Binding[])[]): Container {
  const bindings = [...parts.flatMap((part) => part.bindings(config)), ...adapters.flat()]
  const container = new Container()
  for (const { bind } of new Map(bindings.map((binding) => [binding.token, binding])).values())
    bind(container)
  return container
}
