import type * as Jest from '@jest/globals'

export type Globals = Pick<
  typeof Jest,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it'
> & {
  readonly jest: Pick<
    typeof Jest.jest,
    'advanceTimersByTime' | 'advanceTimersByTimeAsync' | 'fn' | 'useFakeTimers' | 'useRealTimers'
  >
}

/** Jest's global functions, such as `expect`, for the test file that runs now. */
let current: Globals

export function setGlobals(globals: Globals): void {
  current = globals
}

/**
 * Returns a proxy for a global of Jest. The proxy stays the same for all test files, because test helpers are
 * loaded only once.
 */
function standIn<Name extends keyof Globals>(name: Name): Globals[Name] {
  return new Proxy((() => {}) as unknown as Globals[Name] & object, {
    apply: (_, self, words) => Reflect.apply(current[name] as () => unknown, self, words),
    get: (_, key) => Reflect.get(current[name], key) as unknown,
  })
}

export const afterAll = standIn('afterAll')
export const afterEach = standIn('afterEach')
export const beforeAll = standIn('beforeAll')
export const beforeEach = standIn('beforeEach')
export const describe = standIn('describe')
export const expect = standIn('expect')
export const it = standIn('it')
export const jest = standIn('jest')
