import type { Container } from 'inversify'
import { Slices } from '../../../src/ports/job/slices.ts'
import { createTasks, type Task } from '../../../workers/tasks.ts'
import type { SendingTime } from '../model/sent.ts'
import { MarkingSlices, type Watch } from '../world/marking-slices.ts'
import { Edge } from './edge.ts'
import { ProcessEnded } from './gates.ts'

/**
 * A planned crash of a simulated process: the number of the gate, counted from now, and whether it ends before
 * or after the work at that gate.
 */
export interface Crash {
  readonly gate: number
  readonly when: 'before' | 'after'
  /** Whether each statement of a transaction counts as a gate, so that the process may end within one. */
  readonly isInside?: boolean
}

type Token<Type> = abstract new (...words: never[]) => Type

/**
 * A simulated process of the service: a container with everything that it holds in memory. A crash ends it for
 * good, and the simulator starts another process in its place.
 */
export class ServiceProcess {
  readonly name: string
  #container: Container | null = null
  #slices: MarkingSlices | null = null
  #edge: Edge | null = null
  #management: Edge | null = null
  #tasks: Readonly<Record<string, Task>> | null = null
  /** Whether the process does work that it decided on before its leases ended. */
  isLate = false
  /** The number of the event at which the leases of the process, which stood still, last ended; 0 if they never did. */
  leasesLostAt = 0
  #isAlive = true
  #crash: Crash | null = null
  #reached = 0
  #noteEnd: (isInside: boolean) => void = () => {}

  constructor(name: string) {
    this.name = name
  }

  /**
   * Gives the simulated process its container. It is not a parameter of the constructor, because the container
   * needs the process. `watch` notes the marks of the process, and `noteEnd` its planned crash.
   */
  start(container: Container, watch: Watch, noteEnd: (isInside: boolean) => void): void {
    this.#container = container
    this.#noteEnd = noteEnd
    const slices = this.get(Slices)
    if (!(slices instanceof MarkingSlices)) throw new Error(`${this.name} does not note its marks`)
    slices.beWatched(watch)
    this.#slices = slices
  }

  get<Type>(token: Token<Type>): Type {
    if (this.#container === null) throw new Error(`${this.name} was not started`)
    return this.#container.get(token as unknown as Parameters<Container['get']>[0]) as Type
  }

  get container(): Container {
    if (this.#container === null) throw new Error(`${this.name} was not started`)
    return this.#container
  }

  /** The background tasks of the simulated process by name, created at their first use. */
  get tasks(): Readonly<Record<string, Task>> {
    this.#tasks ??= createTasks(this.container)
    return this.#tasks
  }

  /** The public HTTP API of the simulated process, created at its first use. */
  get edge(): Edge {
    this.#edge ??= new Edge(this.container, false)
    return this.#edge
  }

  /** The public and the management API of the simulated process, created at its first use. */
  get management(): Edge {
    this.#management ??= new Edge(this.container, true)
    return this.#management
  }

  /** Returns when the present actor of the simulator last marked messages in this process. */
  sendingTime(): SendingTime {
    if (this.#slices === null) throw new Error(`${this.name} was not started`)
    return this.#slices.sendingTime()
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  crashAt(crash: Crash | null): void {
    this.#crash = crash
    this.#reached = 0
  }

  end(): void {
    this.#isAlive = false
  }

  assertAlive(): void {
    if (!this.#isAlive) throw new ProcessEnded(this.name)
  }

  /** Whether the simulated process is to end at a gate that may be within a transaction. */
  get mayEndInside(): boolean {
    return this.#crash?.isInside === true && this.#reached <= this.#crash.gate
  }

  /** Ends the simulated process if its crash is planned for this gate. Gates call it before and after the work. */
  reach(side: Crash['when'], isInside = false): void {
    this.assertAlive()
    if (side === 'before') this.#reached++
    if (this.#crash === null || this.#crash.gate !== this.#reached || this.#crash.when !== side) return
    this.end()
    this.#noteEnd(isInside)
    throw new ProcessEnded(this.name)
  }

  /** Counts a statement of a transaction as a gate if the simulated process may end within transactions. */
  reachStatement(side: Crash['when']): void {
    this.assertAlive()
    if (this.mayEndInside) this.reach(side, true)
  }
}
