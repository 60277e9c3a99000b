import { describe } from '@jest/globals'
import type { Transaction } from '../../../src/ports/unit-of-work.ts'
import { type AdapterName, adapters } from '../world.ts'
import type { Port } from './called-methods.ts'
import { type ContractSubject, callsEachMethodOf, type Part, titleOf } from './each-method.ts'

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
 * Runs a contract suite on the memory and the PostgreSQL adapters. The suite fails if its tests have not called
 * every method of its subjects on the adapter. `every-port.test.ts` requires that contracts cover every port.
 */
export function contract(
  subjects: readonly [ContractSubject, ...ContractSubject[]],
  ...rest: readonly [Suite] | readonly [title: string, Suite]
): void {
  const [title, suite] = rest.length === 2 ? rest : [subjects.map(titleOf).join(', '), rest[0]]
  describe.each(adapters)(`${title} on %s`, (name) => {
    callsEachMethodOf(subjects, name, () => suite(name))
  })
}
