import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

export const pathOf = (file: string): string => join(root, file)

export const read = (file: string): string => readFileSync(pathOf(file), 'utf8')

/** A port or a store of a transaction, as the contract tests find it in its source file. */
export interface DeclaredPort {
  readonly name: string
  readonly file: string
  /** The source text between the braces of the port's class or interface. */
  readonly body: string
  readonly methods: readonly string[]
}

/** The ports of the service that the contract tests must cover, by name: the abstract classes of src/ports. */
export const boundPorts = declared(/^export abstract class (\w+)[^{]*\{\n(.*?)^\}/gms)

/** The stores of a transaction that the contract tests must cover, by their names in `Transaction`. */
export const stores = storesOfTransaction()

function declared(pattern: RegExp): ReadonlyMap<string, DeclaredPort> {
  const found = filesIn('src/ports').flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, name = '', body = '']) => ({
      name,
      file,
      body,
      methods: methodsIn(body),
    })),
  )
  return new Map(found.map((port) => [port.name, port]))
}

/**
 * Returns the methods without a body of a class or interface. Contract tests need not cover an implemented
 * method.
 */
function methodsIn(body: string): readonly string[] {
  const abstracts = body.includes('  abstract ')
  const pattern = abstracts
    ? /^ {2}abstract (?:readonly )?(\w+)(?:<[^(]*>)?(?:\(|: \()/gm
    : /^ {2}(\w+)(?:<[^(]*>)?\(/gm
  return [...new Set([...body.matchAll(pattern)].map(([, name = '']) => name))]
}

function storesOfTransaction(): ReadonlyMap<string, DeclaredPort> {
  const interfaces = declared(/^export interface (\w+Store)\b[^{]*\{\n(.*?)^\}/gms)
  const transaction = declared(/^export interface (Transaction) \{\n(.*?)^\}/gms).get('Transaction')
  const members = [...(transaction?.body ?? '').matchAll(/^ {2}readonly (\w+): (\w+)$/gm)]
  return new Map(
    members.map(([, name = '', type = '']) => {
      const port = interfaces.get(type)
      if (port === undefined) throw new Error(`No interface ${type} is in src/ports`)
      return [name, port]
    }),
  )
}
