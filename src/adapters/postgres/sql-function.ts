import type { Statement } from './database.ts'

/** A statement and its values, as Database.write and execute take them. */
export type Call = readonly [statement: Statement, values: readonly unknown[]]

/**
 * Returns a function that calls one of migrations/functions with its arguments by name. An argument that is
 * missing or misspelt does not compile, and the order in SQL does not matter.
 */
export function sqlFunction<const Parameter extends string>(
  name: string,
  ...parameters: readonly Parameter[]
): (values: Readonly<Record<Parameter, unknown>>) => Call {
  const named = parameters.map((parameter, index) => `${parameter} => $${index + 1}`)
  const statement = { name, text: `select * from ${name}(${named.join(', ')})` }
  return (values) => [statement, parameters.map((parameter) => values[parameter])]
}

/**
 * Returns one call that makes a second call in the same commit, unless the answer of the first says that
 * nothing is left to do.
 */
export function together([first, values]: Call, [second, others]: Call, unless: string): Call {
  const call = second.text
    .replace('select * from ', '')
    .replaceAll(/\$(\d+)/g, (_, no: string) => `$${Number(no) + values.length}`)
  const statement = {
    name: `${first.name}_and_${second.name}`,
    text: `select a.*, case when not (${unless}) then ${call} end from (${first.text}) a`,
  }
  return [statement, [...values, ...others]]
}
