import { Container } from 'inversify'
import { Database } from '../adapters/postgres/database.ts'
import type { Config } from '../config.ts'
import { system } from './features/system.ts'
import { features } from './features.ts'
import { type Binding, provideValue } from './provide.ts'

const parts = [system, ...features]

/** Returns the binding of the database on which the adapters of a container work. */
export const postgres = (database: Database): readonly Binding[] => [provideValue(Database, database)]

/**
 * Creates a container with the use cases and adapters of all features, and with replacements. A later binding
 * replaces an earlier one with the same token.
 */
export function createContainer(config: Config, ...replacements: readonly (readonly Binding[])[]): Container {
  const bindings = [...parts.flatMap((part) => part.bindings(config)), ...replacements.flat()]
  const container = new Container()
  for (const { bind } of new Map(bindings.map((binding) => [binding.token, binding])).values())
    bind(container)
  return container
}
