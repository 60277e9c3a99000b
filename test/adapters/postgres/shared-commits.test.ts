import { describe, expect, it } from '@jest/globals'
import { DatabaseGone } from '../../../src/adapters/postgres/faults.ts'
import { SharedCommits } from '../../../src/adapters/postgres/shared-commits.ts'
import { runRequest } from '../../../src/adapters/system/request-writes.ts'
import { DomainError } from '../../../src/domain/errors.ts'

/**
 * A test double: `Commits` replaces the database. It records the entries of each commit, and loses commits on
 * demand.
 */
class Commits {
  readonly written: string[][] = []
  readonly shared: SharedCommits<string, string>
  #lost = 0
  #hold = Promise.withResolvers<void>()

  constructor() {
    const options = {
      inFlight: 1,
      mostPerCommit: 100,
      enough: 50,
      mostWaiting: 1_000,
      hasWritten: (written: string) => written !== 'stale',
    }
    this.shared = new SharedCommits(options, async (entries) => {
      this.written.push([...entries])
      await this.#hold.promise
      if (this.#lost-- > 0)
        throw new DatabaseGone('OUTCOME_UNKNOWN', new Error('Connection terminated unexpectedly'))
      return entries
    })
  }

  /** Makes this number of the test's next commits fail as if the database connection were lost. */
  lose(commits: number): void {
    this.#lost = commits
  }

  /**
   * Submits the test's entries and returns their results or error codes. The first entry is submitted alone,
   * the others while the commit of the first is held.
   */
  async told(...entries: readonly string[]): Promise<string[]> {
    this.#hold = Promise.withResolvers()
    const [first = '', ...others] = entries
    const asked = [this.shared.submit(first)]
    await new Promise((done) => setImmediate(done))
    asked.push(...others.map((entry) => this.shared.submit(entry)))
    this.#hold.resolve()
    const told = await Promise.allSettled(asked)
    return told.map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as { readonly code: string }).code,
    )
  }
}

describe('shared commits whose database fails', () => {
  it('report an unknown outcome for one entry of each lost commit, and nothing written for the others', async () => {
    const commits = new Commits()
    commits.lose(2)
    const inDoubt = 'OUTCOME_UNKNOWN'
    expect(await commits.told('a', 'b', 'c', 'd')).toEqual([inDoubt, inDoubt, 'OVERLOADED', 'OVERLOADED'])
    expect(commits.written).toEqual([['a'], ['b']])
  })

  it('refuse no waiting entry if the next one succeeds', async () => {
    const commits = new Commits()
    commits.lose(1)
    expect(await commits.told('a', 'b', 'c', 'd')).toEqual(['OUTCOME_UNKNOWN', 'b', 'c', 'd'])
    expect(commits.written).toEqual([['a'], ['b'], ['c', 'd']])
  })

  it('are shared again after the database is back', async () => {
    const commits = new Commits()
    commits.lose(2)
    await commits.told('a', 'b', 'c')
    expect(await commits.told('d', 'e', 'f')).toEqual(['d', 'e', 'f'])
    expect(commits.written.at(-1)).toEqual(['e', 'f'])
  })
})

describe('shared commits of requests', () => {
  const brokenOff = (work: () => Promise<unknown>) =>
    runRequest<string>(async () => {
      await work()
      throw new DomainError('OVERLOADED')
    }).catch((error: DomainError) => error.code)

  it('belong to each request whose entry was written, and to no other', async () => {
    const commits = new Commits()
    const told = Promise.all([
      // Submits the first entry and thereby begins a commit. The test expects that all three entries are
      // written in that commit.
      brokenOff(() => commits.shared.submit('stale')),
      brokenOff(() => commits.shared.submit('written')),
      commits.told('outside'),
    ])
    expect(await told).toEqual(['OVERLOADED', 'OUTCOME_UNKNOWN', ['outside']])
    expect(commits.written).toEqual([['stale', 'written', 'outside']])
  })
})
