import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { assumptions, workloads } from '../../bench/scale/assumptions.ts'
import { lineOf } from '../../bench/scale/bench.ts'
import { measuredCosts } from '../../bench/scale/costs.ts'
import {
  type Costs,
  type CostTable,
  dimensions,
  kinds,
  needsOf,
  predict,
  type Workload,
} from '../../bench/scale/model.ts'

const nothing: Costs = { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 }
const free = Object.fromEntries(kinds.map((kind) => [kind, nothing])) as CostTable
const costs: CostTable = {
  ...free,
  recordAlone: { ...nothing, kept: 400, wal: 600, api: 1, postgres: 1 },
  recordAmongOthers: { ...nothing, kept: 400, wal: 600, api: 0.1, postgres: 0.1 },
  recordInBatch: { ...nothing, kept: 200, wal: 300, api: 0.01, postgres: 0.01 },
  recipient: { kept: 250, retained: 1_000, wal: 3_000, api: 0, runtime: 0.5, postgres: 0.25 },
  waitingRecipient: { ...nothing, retained: 200 },
  organization: { ...nothing, kept: 5_000 },
}
const workload: Workload = {
  rowsPerDay: 0,
  shareInBatches: 0,
  mailsPerDay: 0,
  shareWithBody: 0,
  waitingRecipients: 0,
  waitingJobs: 0,
  organizations: 0,
  retentionDays: 90,
  recordDays: 10,
}
const plain = {
  ...assumptions,
  peak: 2,
  use: 0.5,
  slack: 1,
  copies: 3,
  wholePages: 1,
  archiveDays: 2,
  cell: { cores: 32, diskBytes: 8e12, walBytesPerSecond: 2e9 },
}

describe('the model of capacity', () => {
  it('adds up the costs of the operations', () => {
    expect(predict(costs, { recordAmongOthers: 1_000, recipient: 100 })).toEqual({
      kept: 425_000,
      retained: 100_000,
      wal: 900_000,
      api: 100,
      runtime: 50,
      postgres: 125,
    })
  })

  it('counts on disk what is kept, what is within retention, and what waits', () => {
    const { diskBytes } = needsOf(
      { ...workload, rowsPerDay: 100, mailsPerDay: 10, waitingRecipients: 1_000, organizations: 2 },
      costs,
      plain,
    )
    const rows = 100 * 400 * 10
    const mails = 10 * (250 * 10 + 1_000 * 90)
    expect(diskBytes).toBe(rows + mails + 1_000 * 200 + 2 * 5_000)
  })

  it('plans processor cores for the busiest time, with a reserve', () => {
    const { cores } = needsOf({ ...workload, rowsPerDay: 86_400_000 }, costs, plain)
    // The test expects 0.4 cores: 1,000 requests a second of 0.1 ms each, doubled for the busiest time and
    // doubled again as a reserve.
    expect(cores.api).toBeCloseTo(0.4)
    expect(cores.runtime).toBe(0)
  })

  it('treats the rows of a quiet service as separate commits', () => {
    const { cores } = needsOf({ ...workload, rowsPerDay: 8_640_000 - 1 }, costs, plain)
    expect(cores.api).toBeCloseTo(0.4)
  })

  it.each([
    ['one is enough', workload],
    ['disk', { ...workload, rowsPerDay: 1e9, shareInBatches: 1, recordDays: 365 }],
    ['cores', { ...workload, mailsPerDay: 8e9, retentionDays: 0, recordDays: 0 }],
  ])('names the limit of a cell: %s', (bound, requested) => {
    const needs = needsOf(requested, costs, plain)
    expect(needs.bound).toBe(bound)
    expect(needs.cells > 1).toBe(bound !== 'one is enough')
  })

  it('names WAL as the limit of a cell with a slow disk', () => {
    const slow = { ...plain, cell: { ...plain.cell, walBytesPerSecond: 1e8 } }
    const requested = { ...workload, rowsPerDay: 1e11, shareInBatches: 1, recordDays: 0 }
    expect(needsOf(requested, costs, slow)).toMatchObject({ bound: 'log of changes', cells: 14 })
  })

  it('costs more with each replica, core and gigabyte', () => {
    const requested = { ...workload, rowsPerDay: 1e7, mailsPerDay: 1e6 }
    const { perMonth } = needsOf(requested, costs, plain)
    for (const dearer of [
      { ...plain, copies: 4 },
      { ...plain, prices: { ...plain.prices, core: 2 * plain.prices.core } },
      { ...plain, prices: { ...plain.prices, diskGigabyte: 2 * plain.prices.diskGigabyte } },
      { ...plain, archiveDays: 30 },
    ])
      expect(needsOf(requested, costs, dearer).perMonth).toBeGreaterThan(perMonth)
  })
})

describe('docs/operate/scale.md', () => {
  const text = readFileSync(new URL('../../docs/operate/scale.md', import.meta.url), 'utf8')
  /** Returns the cells of the rows of the table whose head contains a word, without the first cell. */
  const rowsUnder = (word: string) => {
    const [, table = ''] = text.split(new RegExp(`^\\|.*\\| ${word} \\|.*\\n`, 'm'))
    const [rows = ''] = table.split('\n\n')
    return rows
      .split('\n')
      .slice(1)
      .map((row) =>
        row
          .split('|')
          .slice(2, -1)
          .map((cell) => cell.trim()),
      )
  }

  it('has the costs of every kind of work, rounded', () => {
    const rows = rowsUnder('of the runtime')
    expect(rows).toHaveLength(kinds.length)
    for (const [no, kind] of kinds.entries())
      for (const [place, dimension] of dimensions.entries()) {
        const cost = measuredCosts[kind][dimension]
        const cell = rows[no]?.[place] ?? ''
        const shown = Number(cell.replace(/[^\d.]/g, ''))
        const isRounded = Math.abs(shown - cost) <= Math.max(0.06 * cost, dimension === 'kept' ? 0.5 : 0)
        // Costs of the API that are too small to plan for are left out.
        expect([kind, dimension, cell, isRounded || (cell === '' && cost < 0.05)]).toEqual([
          kind,
          dimension,
          cell,
          true,
        ])
      }
  })

  it('has the machines that npm run bench -- size prints', () => {
    expect(rowsUnder('disk of a copy')).toEqual(Object.values(workloads).map(lineOf))
  })
})
