import { describe, expect, it } from '@jest/globals'
import { parseCrontab } from 'graphile-worker'
import { crontab, periodicTasks } from '../workers/tasks.ts'

describe('the periodic tasks', () => {
  const items = parseCrontab(crontab)

  it('are all known to the queue, and tried at most twice', () => {
    expect(items.map(({ task }) => task)).toEqual(Object.keys(periodicTasks))
    for (const { options } of items) expect(options.maxAttempts).toBe(2)
  })

  it('wait in the queue once if they fill indexes or lists of people, which requests ask for too', () => {
    expect(items.filter(({ options }) => options.jobKey !== undefined)).toEqual(
      ['index-records', 'fill-people'].map((task) =>
        expect.objectContaining({
          task,
          options: expect.objectContaining({ jobKey: task, jobKeyMode: 'preserve_run_at' }),
        }),
      ),
    )
  })
})
