import type { Statement } from './database.ts'
import type { JsonArguments } from './schema/arguments.ts'

/** An SQL statement with the values of its parameters, ready for `Database.write` or `execute`. */
export type SqlCall = readonly [statement: Statement, values: readonly unknown[]]

/**
 * The values of an SQL function's arguments. An argument that the function reads as a JSON object of lists
 * needs all lists that the function reads; null stands for an argument without any items.
 */
type ArgumentsOf<Name extends string, Parameter extends string> = {
  readonly [Key in Parameter]: Name extends keyof JsonArguments
    ? Key extends keyof JsonArguments[Name]
      ? JsonArguments[Name][Key] | null
      : unknown
    : unknown
}

/**
 * Returns a TypeScript function for one of the SQL functions in migrations/functions, with arguments by name.
 * An argument that is missing or misspelt does not compile, and neither does a list of a JSON argument. The
 * order in SQL does not matter.
 */
export function sqlFunction<const Name extends string, const Parameter extends string>(
  name: Name,
  ...parameters: readonly Parameter[]
): (values: ArgumentsOf<Name, Parameter>) => SqlCall {
  const named = parameters.map((parameter, index) => `${parameter} => $${index + 1}`)
  const statement = { name, text: `select * from ${name}(${named.join(', ')})` }
  return (values) => [statement, parameters.map((parameter) => argumentOf(values[parameter]))]
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

/** Returns bytes as the hexadecimal text, such as `\x0a1b`, from which PostgreSQL reads them in JSON. */
export function hexOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/**
 * Converts an argument of an SQL function: an object of lists becomes JSON text, and any other value stays as
 * it is.
 */
function argumentOf(value: unknown): unknown {
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isObject ? jsonOf(value) : value
}

/**
 * Returns a value as JSON that PostgreSQL accepts. Replaces halves of surrogate pairs by U+FFFD, as the driver
 * does in texts; PostgreSQL refuses them in JSON (22P02). `JSON.stringify` writes only such halves as "\ud…".
 */
function jsonOf(value: object): string {
  const json = JSON.stringify(value)
  if (!json.includes('\\ud')) return json
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one))
}
