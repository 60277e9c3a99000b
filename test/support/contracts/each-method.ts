import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Transaction } from '../../../src/ports/unit-of-work.ts'
import { loadDeclarations } from '../runner/globals.ts'
import type { AdapterName } from '../world.ts'
import { CalledMethods, type Port, watchWith } from './called-methods.ts'
import { boundPorts, pathOf, stores } from './ports.ts'

/** A part of a port or store for a contract suite: the named methods only. */
export interface Part {
  readonly of: Port | keyof Transaction
  readonly methods: readonly string[]
}

/**
 * The subject of a contract suite: a port, or a store of a transaction by its name in `Transaction`, or a part
 * of either.
 */
export type ContractSubject = Port | keyof Transaction | Part

/** The adapter on which tests call a port; `only` for the single adapter of a port. */
type TestedAdapter = AdapterName | 'only'

/** The calls that a test file requires while `callsRequiredBy` loads it; null otherwise. */
let required: string[] | null = null

/**
 * Makes a suite or a test file fail if its tests have not called every method of the subjects on a watched adapter. A
 * file with the tests of a port's single adapter calls this function at its end, outside of its suites.
 */
export function callsEachMethodOf(
  subjects: readonly [ContractSubject, ...ContractSubject[]],
  adapter: TestedAdapter = 'only',
  suite: () => void = () => {},
): void {
  const called = new CalledMethods(subjects.map(portOf))
  const checked: ContractSubject[] = []
  for (const subject of subjects)
    required?.push(...methodsOf(subject).map((method) => callOn(adapter, nameOf(subject), method)))
  beforeAll(() => watchWith(called))
  afterAll(() => watchWith(null))
  suite()
  it.each(subjects.map((subject) => [titleOf(subject), subject] as const))(
    'knows the methods of %s, whose calls are checked after all tests',
    (_, subject) => {
      expect(methodsOf(subject)).not.toEqual([])
      checked.push(subject)
    },
  )
  // Compares the calls after all tests, because Jest can run the tests in any order. A run of other tests, selected by
  // their names, compares nothing.
  afterAll(() => {
    for (const subject of checked) {
      const uncalled = methodsOf(subject).filter((method) => !called.has(nameOf(subject), method))
      if (uncalled.length > 0)
        throw new Error(`The tests do not call each method of ${titleOf(subject)}: ${uncalled.join(', ')}`)
    }
  })
}

/**
 * Returns the calls that a test file requires of itself with `callsEachMethodOf`, as `callOn` names them. Loads
 * the file without running its tests. A skipped suite requires nothing.
 */
export async function callsRequiredBy(file: string): Promise<ReadonlySet<string>> {
  const found: string[] = []
  required = found
  try {
    await loadDeclarations(`${pathToFileURL(pathOf(file)).href}?declarations`)
  } finally {
    required = null
  }
  return new Set(found)
}

/** Names the call of a method on an adapter, such as `memory Slices.take`. */
export function callOn(adapter: TestedAdapter, port: string, method: string): string {
  return `${adapter} ${port}.${method}`
}

function portOf(subject: ContractSubject): Port | keyof Transaction {
  return typeof subject === 'object' ? subject.of : subject
}

function nameOf(subject: ContractSubject): string {
  const port = portOf(subject)
  return typeof port === 'string' ? port : port.name
}

/** Returns the name of a contract suite's subject for titles of tests: `Suppressions` or `tx.suppressions`. */
export function titleOf(subject: ContractSubject): string {
  const name = nameOf(subject)
  return stores.has(name) ? `tx.${name}` : name
}

function methodsOf(subject: ContractSubject): readonly string[] {
  if (typeof subject === 'object') return subject.methods
  return (typeof subject === 'string' ? stores.get(subject) : boundPorts.get(subject.name))?.methods ?? []
}
