import type { PreparedDatabase } from '../run/database/prepared-database.ts'
import type { Simulation } from '../run/simulation.ts'
import { CalledFunctions } from './called-functions.ts'

interface Calls {
  readonly name: string
  readonly calls: number
}

/**
 * Notes what the seeds of a process reach: use cases, SQL functions and reasons of recipients. The steering of the
 * seeds and the list of what was never reached are made from it.
 */
export class Reached {
  readonly #prepared: PreparedDatabase
  readonly #functions = new CalledFunctions()
  readonly #reasons = new Set<string>()
  /** The number of calls of each SQL function up to the last seed. */
  readonly #calls = new Map<string, number>()

  constructor(prepared: PreparedDatabase) {
    this.#prepared = prepared
    this.#functions.start()
  }

  /** Notes the reasons that recipients have now. A later operation may replace them. */
  readonly observe = async ({ rows }: Simulation): Promise<void> => {
    const reasonRows = await rows<{ reason: string }>(
      'select distinct reason from recipients where reason is not null',
    )
    for (const { reason } of reasonRows) this.#reasons.add(reason)
  }

  /**
   * Returns what the last seed has reached. A use case is among it only in the first seed of this process that calls
   * it.
   */
  async take(): Promise<readonly string[]> {
    const reasons = [...this.#reasons].map((code) => `reason ${code}`)
    this.#reasons.clear()
    return [...this.#functions.take().flatMap(useCaseOf), ...(await this.#calledInSql()), ...reasons]
  }

  async #calledInSql(): Promise<readonly string[]> {
    const { sessions, looks } = this.#prepared
    for (const { connection } of sessions.all) await connection.query('select pg_stat_force_next_flush()')
    const { rows } = await looks.query<Calls>({
      name: 'called_functions',
      text: "select funcname as name, sum(calls)::int as calls from pg_stat_user_functions where schemaname = 'public' group by 1",
    })
    const called = rows.filter(({ name, calls }) => calls > (this.#calls.get(name) ?? 0))
    for (const { name, calls } of called) this.#calls.set(name, calls)
    return called.map(({ name }) => `function ${name}`)
  }
}

/** Returns the use case whose method has this "path name", as items of the lists; an empty list for other functions. */
function useCaseOf(called: string): readonly string[] {
  const [, useCase, method = ''] = /^use-cases\/(.*)\.ts (.*)$/.exec(called) ?? []
  // Creating a use case is no call of it. A constructor has the name of its class, and V8 names the initializer of
  // fields in angle brackets.
  return useCase === undefined || /^[A-Z<]/.test(method)
    ? []
    : [`use case ${useCase}`, `use case ${useCase} ${method}`]
}
