import type { Container, ServiceIdentifier } from 'inversify'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'

/** A port of the service: an abstract class of src/ports. */
export type Port = abstract new (...words: never[]) => object

/** The methods of ports and of the stores of transactions that a contract test suite has called. */
export class CalledMethods {
  readonly #called = new Set<string>()
  /** The ports whose adapters are watched in containers; stores of transactions are watched through `UnitOfWork`. */
  readonly ports: ReadonlySet<Port>
  /** Whether calls are not counted now, because the setup of a test calls the adapters, not the contract suite. */
  isPaused = false

  constructor(subjects: readonly (Port | keyof Transaction)[]) {
    this.ports = new Set(subjects.map((subject) => (typeof subject === 'string' ? UnitOfWork : subject)))
  }

  has(port: string, method: string): boolean {
    return this.#called.has(`${port}.${method}`)
  }

  note(port: string, method: string): void {
    if (!this.isPaused) this.#called.add(`${port}.${method}`)
  }

  /** Returns a unit of work whose transactions note which methods of their stores the contract tests call. */
  notingStores(unitOfWork: UnitOfWork): UnitOfWork {
    const noted = (tx: Transaction) =>
      Object.fromEntries(
        Object.entries(tx).map(([name, store]) => [name, noting(name, store as object, () => this)]),
      ) as unknown as Transaction
    const watchedUnit: UnitOfWork = { run: (work) => unitOfWork.run((tx) => work(noted(tx))) }
    return noting('UnitOfWork', watchedUnit, () => this)
  }
}

/**
 * The methods that the running contract suite has called; null while no suite runs. A test process runs one
 * suite at a time.
 */
let present: CalledMethods | null = null

export function watchWith(called: CalledMethods | null): void {
  present = called
}

/** Notes which methods of the running suite's ports are called in a new container, if a contract suite runs. */
export function watch(container: Container): void {
  const called = present
  if (called === null) return
  for (const port of called.ports) {
    container.onActivation(port as unknown as ServiceIdentifier<object>, (_, adapter) =>
      port === UnitOfWork
        ? called.notingStores(adapter as UnitOfWork)
        : noting(port.name, adapter, () => called),
    )
  }
}

/**
 * Runs work, such as creating a demo organization, without noting which port methods it calls. Otherwise the
 * methods would count as tested by the suite.
 */
export async function unnoted<Result>(work: () => Promise<Result>): Promise<Result> {
  const called = present
  if (called === null) return work()
  called.isPaused = true
  try {
    return await work()
  } finally {
    called.isPaused = false
  }
}

/**
 * Notes which methods are called on an adapter that a test file creates without a container. The adapter may be
 * created before the suite runs.
 */
export function watched<Of extends object, Adapter extends Of>(
  port: abstract new (...words: never[]) => Of,
  adapter: Adapter,
): Adapter {
  return noting(port.name, adapter, () => present)
}

/** Returns a proxy of an adapter that notes which of its methods the tests call. */
function noting<Adapter extends object>(
  port: string,
  adapter: Adapter,
  calledNow: () => CalledMethods | null,
): Adapter {
  return new Proxy(adapter, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target) as unknown
      if (typeof value !== 'function') return value
      return (...words: unknown[]) => {
        calledNow()?.note(port, String(key))
        return Reflect.apply(value, target, words) as unknown
      }
    },
  })
}
