import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { EventLoopBudget } from '../../../../src/adapters/http/request/event-loop-budget.ts'

/** Keeps the thread busy for some milliseconds. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {}
}

describe('the budget of the event loop', () => {
  it('runs tasks at once while the turn has time', () => {
    const budget = new EventLoopBudget(1_000)
    const ran: number[] = []
    for (const no of [1, 2, 3]) budget.run(() => ran.push(no))
    expect(ran).toEqual([1, 2, 3])
  })

  it('runs the other tasks in later turns, in the order of the calls', async () => {
    const budget = new EventLoopBudget(5)
    const ran: [task: number, turn: number][] = []
    let turn = 0
    for (const no of [1, 2, 3, 4])
      budget.run(() => {
        ran.push([no, turn])
        work(6)
      })
    expect(ran).toEqual([[1, 0]])
    turn = 1
    while (ran.length < 4) {
      await setImmediate()
      turn++
    }
    expect(ran.map(([no]) => no)).toEqual([1, 2, 3, 4])
    expect(new Set(ran.map(([, of]) => of)).size).toBe(4)
  })

  it('counts the work that a waiting task does asynchronously', async () => {
    const budget = new EventLoopBudget(5)
    budget.run(() => work(6))
    const turns: number[] = []
    let turn = 0
    for (let no = 0; no < 3; no++)
      budget.run(() => {
        queueMicrotask(() => {
          turns.push(turn)
          work(6)
        })
      })
    while (turns.length < 3) {
      await setImmediate()
      turn++
    }
    expect(new Set(turns).size).toBe(3)
  })

  it('runs a task after one that throws', async () => {
    const budget = new EventLoopBudget(5)
    const ran: string[] = []
    expect(() =>
      budget.run(() => {
        throw new Error('broken')
      }),
    ).toThrow('broken')
    budget.run(() => ran.push('next'))
    await setImmediate()
    expect(ran).toEqual(['next'])
  })
})
