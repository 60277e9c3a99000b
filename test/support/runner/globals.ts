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
 * Loads a test file for what it declares: calls the bodies of its suites, and ignores its hooks, tests and
 * skipped suites. The globals of the test file that runs now are restored afterwards.
 */
export async function loadDeclarations(url: string): Promise<void> {
  const running = current
  setGlobals({
    ...running,
    afterAll: ignored as unknown as Globals['afterAll'],
    afterEach: ignored as unknown as Globals['afterEach'],
    beforeAll: ignored as unknown as Globals['beforeAll'],
    beforeEach: ignored as unknown as Globals['beforeEach'],
    describe: declaredSuite as unknown as Globals['describe'],
    it: ignored as unknown as Globals['it'],
  })
  try {
    await import(url)
  } finally {
    setGlobals(running)
  }
}

/** A global that does nothing, whatever property of it is called, such as `it.each(rows)(title, test)`. */
const ignored: object = new Proxy(() => ignored, { get: () => ignored })

const declaredSuite = Object.assign((_title: string, body: () => void) => body(), {
  each: (rows: readonly unknown[]) => (_title: string, body: (...row: unknown[]) => void) => {
    for (const row of rows) body(...(Array.isArray(row) ? (row as unknown[]) : [row]))
  },
  skip: ignored,
})

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
