import type { Statement } from './database.ts'

/** An SQL statement with the values of its parameters, ready for `Database.write` or `execute`. */
export type SqlCall = readonly [statement: Statement, values: readonly unknown[]]

/**
 * Returns a TypeScript function for one of the SQL functions in migrations/functions, with arguments by name.
 * An argument that is missing or misspelt does not compile, and the order in SQL does not matter.
 */
export function sqlFunction<const Parameter extends string>(
  name: string,
  ...parameters: readonly Parameter[]
): (values: Readonly<Record<Parameter, unknown>>) => SqlCall {
  const named = parameters.map((parameter, index) => `${parameter} => $${index + 1}`)
  const statement = { name, text: `select * from ${name}(${named.join(', ')})` }
  return (values) => [statement, parameters.map((parameter) => values[parameter])]
}

/**
 * Combines two calls of SQL functions into one, so that both run in one commit. The second runs unless the
 * condition `unless` is true for the answer of the first.
 */
export function combineCalls([first, values]: SqlCall, [second, others]: SqlCall, unless: string): SqlCall {
  const call = second.text
    .replace('select * from ', '')
    .replaceAll(/\$(\d+)/g, (_, no: string) => `$${Number(no) + values.length}`)
  const statement = {
    name: `${first.name}_and_${second.name}`,
    text: `select a.*, case when not (${unless}) then ${call} end from (${first.text}) a`,
  }
  return [statement, [...values, ...others]]
}
