import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'

const sources = new URL('../../../src/', import.meta.url).href

/**
 * Notes which functions of src a process calls, by the coverage of V8. It makes JavaScript about a tenth slower, so it
 * runs only if the simulator lists what it has reached.
 */
export class CalledFunctions {
  readonly #session = new Session()

  start(): void {
    this.#session.connect()
    this.#post('Profiler.enable')
    // Without counts V8 reports each function once, in the answer after its first call.
    this.#post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  }

  /** Returns the functions that the process has called for the first time since the last answer, as "path name". */
  take(): readonly string[] {
    const { result } = this.#post('Profiler.takePreciseCoverage') as { readonly result: readonly Script[] }
    return result
      .filter(({ url }) => url.startsWith(sources))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName }) => `${pathOf(url)} ${functionName}`),
      )
  }

  #post(method: string, parameters: object = {}): unknown {
    let answer: unknown
    // The callback is called before `post` returns, because the session belongs to the same thread.
    this.#session.post(method, parameters, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`)
      answer = result
    })
    return answer
  }
}

interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly count: number }[]
  }[]
}

function pathOf(url: string): string {
  return fileURLToPath(url.replace(/\?.*$/, '')).slice(fileURLToPath(sources).length)
}
