import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Globals, setGlobals } from './globals.ts'
import { registerLoading } from './loading.ts'

type Jest = Globals['jest']

/** What Jest hands to whatever runs a file, as far as it is used here. */
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
 * Jest's own runner, with the modules loaded by Node.js: once per process. Jest by itself loads and compiles all of
 * them again for every file, which was half of what the tests computed: 78 s of 24 files, and 37 s without.
 */
const runFile: Run = async (globalConfig, config, environment, runtime, path, send) => {
  const jest = jestOf(config, environment)
  Object.assign(runtime, {
    // Made anew for every file: it keeps the tests of one.
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
    // Left behind by a test that failed, they would stop the clock of the next file's time limits.
    jest.useRealTimers()
  }
}

/** The timers of the environment are those of a context of its own, where nothing runs. */
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
