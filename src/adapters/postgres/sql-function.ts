import type { Statement } from './database.ts'

/** A statement and its values, as Database.write and execute take them. */
export type Call = readonly [statement: Statement, values: readonly unknown[]]

/**
 * One of the functions of migrations/functions, to be called with its arguments by name: one that is missing or
 * misspelt does not compile, and their order in SQL does not matter.
 */
export function sqlFunction<const Parameter extends string>(
  name: string,
  ...parameters: readonly Parameter[]
): (values: Readonly<Record<Parameter, unknown>>) => Call {
  const named = parameters.map((parameter, index) => `${parameter} => $${index + 1}`)
  const statement = { name, text: `select * from ${name}(${named.join(', ')})` }
  return (values) => [statement, parameters.map((parameter) => values[parameter])]
}
