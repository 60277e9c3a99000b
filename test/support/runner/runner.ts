import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Globals, setGlobals } from './globals.ts'
import { registerLoading } from './loading.ts'

type Jest = Globals['jest']

/** The parts of Jest's test environment that this test runner uses. */
interface Environment {
  readonly moduleMocker: Jest
  readonly fakeTimersModern: Jest
}

type Run = (
  globalConfig: object,
  config: object,
  environment: Environment,
  runtime: object,
  path: string,
  send: unknown,
) => Promise<unknown>

const require = createRequire(import.meta.url)
const { default: run } = require('jest-circus/runner') as { readonly default: Run }
let files = 0

registerLoading()

/**
 * The test runner: Jest's own runner, except that Node.js loads modules once per process. Jest itself loads and
 * compiles all modules again for every test file, which took half of the processor time: 78 s instead of 37 s
 * for 24 files.
 */
const runFile: Run = async (globalConfig, config, environment, runtime, path, send) => {
  const jest = jestOf(config, environment)
  Object.assign(runtime, {
    // Loads Jest's test framework again for every test file, because it keeps the tests of one file.
    requireInternalModule(file: string) {
      delete require.cache[file]
      delete (globalThis as Record<symbol, unknown>)[Symbol.for('EVENT_HANDLERS')]
      return require(file) as unknown
    },
    setGlobalsForRuntime: (globals: Globals) => setGlobals({ ...globals, jest }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file: string) => import(`${pathToFileURL(file).href}?${++files}`),
  })
  try {
    return await run(globalConfig, config, environment, runtime, path, send)
  } finally {
    // Restores the real timers after a test file. Fake timers left by a failed test would stop the time limits
    // of the next file.
    jest.useRealTimers()
  }
}

/**
 * Returns the `jest` object for a test file with timers of this process. The environment's own timers belong to
 * a separate context in which nothing runs.
 */
function jestOf(config: object, { moduleMocker, fakeTimersModern }: Environment): Jest {
  const Timers = fakeTimersModern.constructor as new (of: object) => Jest
  const timers = new Timers({ config, global: globalThis })
  return {
    fn: moduleMocker.fn.bind(moduleMocker),
    useFakeTimers: () => timers.useFakeTimers(),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  }
}

export default runFile
