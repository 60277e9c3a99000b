import type { Container } from 'inversify'
import { Edge } from './edge.ts'
import { ProcessEnded } from './gates.ts'

/** Where a process ends: at its nth gate from now, before or after what it does there. */
export interface Crash {
  readonly gate: number
  readonly when: 'before' | 'after'
}

type Token<Type> = abstract new (...words: never[]) => Type

/**
 * One process of the service: a container with everything that it remembers. A crash ends it for good; the simulator
 * starts another one in its place.
 */
export class ServiceProcess {
  readonly name: string
  #container: Container | null = null
  #edge: Edge | null = null
  #isAlive = true
  #crash: Crash | null = null
  #reached = 0

  constructor(name: string) {
    this.name = name
  }

  /** Sets the container, which itself needs the process for its gates. */
  start(container: Container): void {
    this.#container = container
  }

  get<Type>(token: Token<Type>): Type {
    if (this.#container === null) throw new Error(`${this.name} was not started`)
    return this.#container.get(token as unknown as Parameters<Container['get']>[0]) as Type
  }

  get container(): Container {
    if (this.#container === null) throw new Error(`${this.name} was not started`)
    return this.#container
  }

  /** The public HTTP API of the process; made when it is asked first. */
  get edge(): Edge {
    this.#edge ??= new Edge(this.container)
    return this.#edge
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

  /** Called on both sides of a gate; ends the process where its crash is planned for this one. */
  reach(side: Crash['when']): void {
    this.assertAlive()
    if (side === 'before') this.#reached++
    if (this.#crash === null || this.#crash.gate !== this.#reached || this.#crash.when !== side) return
    this.end()
    throw new ProcessEnded(this.name)
  }
}
