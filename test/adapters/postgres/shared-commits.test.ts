import { describe, expect, it } from '@jest/globals'
import { DatabaseGone } from '../../../src/adapters/postgres/faults.ts'
import { SharedCommits } from '../../../src/adapters/postgres/shared-commits.ts'
import { runRequest } from '../../../src/adapters/system/request-writes.ts'
import { atMoment } from '../../../src/adapters/system/system-clock.ts'
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
      maxPerCommit: 100,
      enough: 50,
      maxWaiting: 1_000,
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
    const requested = [this.shared.submit(first)]
    await new Promise((done) => setImmediate(done))
    requested.push(...others.map((entry) => this.shared.submit(entry)))
    this.#hold.resolve()
    const reported = await Promise.allSettled(requested)
    return reported.map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as { readonly code: string }).code,
    )
  }
}

/**
 * A test double for the database that runs up to two commits at once and ends each on demand. A write has the form
 * `row:key`: it locks the row, and needs sole access to the key.
 */
class CommitsWithRows {
  readonly written: string[] = []
  /** The number of times that the queue was asked for the key of a write. */
  searched = 0
  readonly #shared: SharedCommits<string, string>
  readonly #ends: ((error: Error | null) => void)[] = []

  constructor() {
    const options = {
      inFlight: 2,
      maxPerCommit: 3,
      enough: 1,
      maxWaiting: 1_000,
      hasWritten: () => true,
      lockedRowOf: (entry: string) => entry.split(':')[0] ?? '',
      lockKeysOf: (entry: string) => {
        this.searched++
        return [entry.split(':')[1] ?? '']
      },
    }
    this.#shared = new SharedCommits(options, async (entries) => {
      this.written.push(entries.join(' '))
      const error = await new Promise<Error | null>((resolve) => this.#ends.push(resolve))
      if (error !== null) throw error
      return entries
    })
  }

  async submit(...entries: readonly string[]): Promise<void> {
    for (const entry of entries) this.#shared.submit(entry).catch(() => {})
    await new Promise((done) => setImmediate(done))
  }

  /** Ends the commit that was started at this place, counted from 0, with or without an error. */
  async end(place: number, error: Error | null = null): Promise<void> {
    this.#ends[place]?.(error)
    await new Promise((done) => setImmediate(done))
  }
}

describe('shared commits whose writes lock a row', () => {
  it('collect the writes of a row while a commit locks it, and start those of other rows', async () => {
    const commits = new CommitsWithRows()
    await commits.submit('a:1')
    await commits.submit('a:2', 'b:1', 'a:3')
    expect(commits.written).toEqual(['a:1', 'b:1'])
    await commits.end(1)
    expect(commits.written).toEqual(['a:1', 'b:1'])
    await commits.end(0)
    expect(commits.written).toEqual(['a:1', 'b:1', 'a:2 a:3'])
  })

  it('keep the order of the writes of a row', async () => {
    const commits = new CommitsWithRows()
    await commits.submit('a:1')
    await commits.submit('a:2', 'a:3', 'a:4', 'a:5')
    await commits.end(0)
    await commits.submit('a:6')
    await commits.end(1)
    expect(commits.written).toEqual(['a:1', 'a:2 a:3 a:4', 'a:5 a:6'])
  })

  it('start other writes of the row while those of a failed commit are tried alone', async () => {
    const commits = new CommitsWithRows()
    await commits.submit('a:1', 'a:2')
    await commits.submit('a:3')
    await commits.end(0, new Error('refused'))
    expect(commits.written.toSorted()).toEqual(['a:1', 'a:1 a:2', 'a:3'])
  })

  it('let one write test a database that was gone, and then collect those of the row', async () => {
    const commits = new CommitsWithRows()
    await commits.submit('a:1')
    await commits.submit('a:2', 'a:3', 'b:1')
    await commits.end(1)
    await commits.end(0, new DatabaseGone('OUTCOME_UNKNOWN', new Error('Connection terminated unexpectedly')))
    expect(commits.written).toEqual(['a:1', 'b:1', 'a:2'])
    await commits.submit('a:4', 'b:2')
    expect(commits.written).toEqual(['a:1', 'b:1', 'a:2'])
    await commits.end(2)
    expect(commits.written).toEqual(['a:1', 'b:1', 'a:2', 'a:3 a:4 b:2'])
  })

  it('start writes of the real time while one of a test clock waits for its row', async () => {
    const commits = new CommitsWithRows()
    await commits.submit('a:1')
    await atMoment(new Date('2030-01-01T00:00:00Z'), () => commits.submit('a:2'))
    await commits.submit('b:1')
    expect(commits.written).toEqual(['a:1', 'b:1'])
    await commits.end(0)
    await commits.end(1)
    expect(commits.written).toEqual(['a:1', 'b:1', 'a:2'])
  })

  it('do not search the queue again for each write that shares a key with a waiting one', async () => {
    const commits = new CommitsWithRows()
    const keys = Array.from({ length: 100 }, (_, key) => key)
    await commits.submit('a:first')
    await commits.submit(...keys.map((key) => `a:${key}`))
    await commits.submit(...keys.map((key) => `b:${key}`))
    expect(commits.written).toEqual(['a:first'])
    expect(commits.searched).toBeLessThan(300)
    await commits.end(0)
    expect(commits.written).toEqual(['a:first', 'a:0 a:1 a:2'])
  })
})

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
    runRequest<string>(null, async () => {
      await work()
      throw new DomainError('OVERLOADED')
    }).catch((error: DomainError) => error.code)

  it('belong to each request whose entry was written, and to no other', async () => {
    const commits = new Commits()
    const reported = Promise.all([
      // Submits the first entry and thereby begins a commit. The test expects that all three entries are
      // written in that commit.
      brokenOff(() => commits.shared.submit('stale')),
      brokenOff(() => commits.shared.submit('written')),
      commits.told('outside'),
    ])
    expect(await reported).toEqual(['OVERLOADED', 'OUTCOME_UNKNOWN', ['outside']])
    expect(commits.written).toEqual([['stale', 'written', 'outside']])
  })
})
