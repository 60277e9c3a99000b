type Outcome = 'answered' | 'refused' | 'crashed'

/** The meters of a plan that the simulator counts in test mode. */
export type TestMeter = 'records' | 'jobs'

/** The contents of the test organization, which a reset deletes. */
export interface TestContents {
  readonly tokenDigest: string
  readonly keyDigest: string
  readonly spinnerId: string
}

/**
 * The limits of the plan of test mode in a simulation run, in a month. They are much smaller than those of a deployment,
 * so that a run reaches them.
 */
export const testLimits: Readonly<Record<TestMeter, number>> = { records: 12, jobs: 3 }

/** The least and the largest amount that a meter may have. */
interface Used {
  readonly least: number
  readonly most: number
}

/** The test organization of a simulation run, with the amounts that its requests have used. */
export class KnownTestOrganization {
  readonly id: string
  /** The name of the test organization, which confirms a reset. */
  readonly name: string
  /** The table, spinner and key; null before they are created and after a reset. */
  contents: TestContents | null = null
  readonly #used = new Map<string, Used>()
  /** The months before a reset, whose meters the reset may have deleted. */
  readonly #deleted = new Set<string>()

  constructor(id: string, name: string) {
    this.id = id
    this.name = name
  }

  /** Returns the amount that requests have used of a meter in a month, such as "2026-11", by the real time. */
  usedOf(meter: TestMeter, month: string): Used {
    return this.#used.get(`${meter} ${month}`) ?? { least: 0, most: 0 }
  }

  /** Records that a reset has deleted the contents, and the meters of all months but the present one. */
  reset(present: string): void {
    this.contents = null
    for (const [, month] of this.months) if (month !== present) this.#deleted.add(month)
  }

  mayHaveDeleted(month: string): boolean {
    return this.#deleted.has(month)
  }

  /** The meters and months in which something may have been used. */
  get months(): readonly (readonly [meter: string, month: string, used: Used])[] {
    return [...this.#used].map(([name, used]) => [name.split(' ')[0] ?? '', name.split(' ')[1] ?? '', used])
  }

  /**
   * Records the outcome of a request that uses an amount of a meter. The request may count for each of the months in
   * which it ran.
   */
  note(meter: TestMeter, months: readonly string[], amount: number, outcome: Outcome): void {
    const isCertain = outcome === 'answered' && new Set(months).size === 1
    for (const month of new Set(months)) {
      const { least, most } = this.usedOf(meter, month)
      if (outcome !== 'refused')
        this.#used.set(`${meter} ${month}`, { least: least + (isCertain ? amount : 0), most: most + amount })
    }
  }
}
