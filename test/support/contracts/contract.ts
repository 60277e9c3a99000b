import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Transaction } from '../../../src/ports/unit-of-work.ts'
import { type AdapterName, adapters } from '../world.ts'
import { CalledMethods, type Port, watchWith } from './called-methods.ts'
import { boundPorts, stores } from './ports.ts'

/** A part of a port or store for a contract suite: the named methods only. */
interface Part {
  readonly of: Port | keyof Transaction
  readonly methods: readonly string[]
}

/**
 * The subject of a contract suite: a port, or a store of a transaction by its name in `Transaction`, or a part
 * of either.
 */
export type ContractSubject = Port | keyof Transaction | Part

type Suite = (name: AdapterName) => void

/**
 * Returns a part of a port, for a contract suite that tests only these methods: `part(Slices, 'take',
 * 'release')`.
 */
export function part<Of>(
  of: abstract new (...words: never[]) => Of,
  ...methods: readonly (keyof Of & string)[]
): Part {
  return { of: of as Port, methods }
}

/** Returns a part of a store of a transaction, for a contract suite: `partOfStore('jobs', 'pause', 'resume')`. */
export function partOfStore<Name extends keyof Transaction>(
  of: Name,
  ...methods: readonly (keyof Transaction[Name] & string)[]
): Part {
  return { of, methods }
}

/**
 * Runs a contract suite on the memory and the PostgreSQL adapters. A last test fails if the suite has not called
 * every method of its subjects on the adapter. `every-port.test.ts` requires that contracts cover every port.
 */
export function contract(
  subjects: readonly [ContractSubject, ...ContractSubject[]],
  ...rest: readonly [Suite] | readonly [title: string, Suite]
): void {
  const [title, suite] = rest.length === 2 ? rest : [subjects.map(titleOf).join(', '), rest[0]]
  describe.each(adapters)(`${title} on %s`, (name) => {
    const called = new CalledMethods()
    beforeAll(() => watchWith(called))
    afterAll(() => watchWith(null))
    suite(name)
    it.each(subjects.map((subject) => [titleOf(subject), subject] as const))(
      'is a contract that calls each method of %s',
      (_, subject) => {
        const methods = methodsOf(subject)
        expect(methods).not.toEqual([])
        expect(methods.filter((method) => !called.has(nameOf(subject), method))).toEqual([])
      },
    )
  })
}

function nameOf(subject: ContractSubject): string {
  if (typeof subject === 'string') return subject
  return typeof subject === 'function' ? subject.name : nameOf(subject.of)
}

/** Returns the name of a contract suite's subject for titles of tests: `Suppressions` or `tx.suppressions`. */
function titleOf(subject: ContractSubject): string {
  const name = nameOf(subject)
  return stores.has(name) ? `tx.${name}` : name
}

function methodsOf(subject: ContractSubject): readonly string[] {
  if (typeof subject === 'object') return subject.methods
  return (typeof subject === 'string' ? stores.get(subject) : boundPorts.get(subject.name))?.methods ?? []
}
