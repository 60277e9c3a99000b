import 'reflect-metadata'
import type { Container, ServiceIdentifier } from 'inversify'

/** A port (an abstract class) or another class, which serves as the key of its binding and as its type. */
type Token<Type> = abstract new (...words: never[]) => Type
type Tokens<Words extends unknown[]> = { [Index in keyof Words]: Token<Words[Index]> }

export interface Binding {
  readonly token: unknown
  bind(container: Container): void
}

/**
 * Binds a class to itself: `provide(TriggerSpinner, JobStarter, Clock, Ids)`. The tokens must match the
 * parameters of the constructor, which the compiler checks.
 */
export function provide<Words extends unknown[]>(
  type: new (...words: Words) => object,
  ...tokens: Tokens<Words>
): Binding {
  return provideAs(type as unknown as Token<object>, type, ...tokens)
}

/** Binds a class to a port: `provideAs(Port, Class, …)`, with the tokens of its constructor. */
export function provideAs<Port, Words extends unknown[]>(
  port: Token<Port>,
  type: new (...words: Words) => Port,
  ...tokens: Tokens<Words>
): Binding {
  return provideMade<Port, Words>(port, (...words) => new type(...words), ...tokens)
}

/**
 * Binds a port to a value that a function creates: `provideMade(Throttle, FlexibleThrottle.inPostgres,
 * Database)`.
 */
export function provideMade<Port, Words extends unknown[]>(
  port: Token<Port>,
  make: (...words: Words) => Port,
  ...tokens: Tokens<Words>
): Binding {
  return {
    token: port,
    bind: (container) => {
      const made = (...words: unknown[]) => make(...(words as Words))
      container.bind(identifier(port)).toResolvedValue(made, tokens.map(identifier)).inSingletonScope()
    },
  }
}

export function provideValue<Type>(token: Token<Type>, value: Type): Binding {
  return {
    token,
    bind: (container) => {
      container.bind(identifier(token)).toConstantValue(value)
    },
  }
}

function identifier<Type>(token: Token<Type>): ServiceIdentifier<Type> {
  return token as unknown as ServiceIdentifier<Type>
}

/** Returns the bound values under the given names. A value is created when its name is first read. */
export function resolve<Named extends Readonly<Record<string, Token<unknown>>>>(
  container: Container,
  named: Named,
): Resolved<Named> {
  const resolved = {} as Resolved<Named>
  for (const [name, token] of Object.entries(named)) {
    let value: unknown
    Object.defineProperty(resolved, name, { get: () => (value ??= container.get(identifier(token))) })
  }
  return resolved
}

type Resolved<Named> = { [Name in keyof Named]: Named[Name] extends Token<infer Type> ? Type : never }
