import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import { recipientBudget } from '../../../src/domain/spinner/steps/template-budget.ts'

/** A template whose rendering takes about 0.05 seconds of processor time. */
const long =
  '{% for i in (1..30) %}{% for j in (1..200) %}{% assign x = j | plus: i %}{% endfor %}{% endfor %}{{ x }}'

const now = new Date()
let threads: TemplateThreads
let templates: LiquidTemplates
beforeAll(async () => {
  threads = new TemplateThreads()
  templates = new LiquidTemplates(threads)
  await templates.render('{{ name | upcase }}', { name: 'Ada' }, 'text', recipientBudget('one'), now)
})
afterAll(() => threads.close())

/** Suspends this process for a second as a machine that is moved or overloaded does, beginning after `afterMs`. */
function suspendSoon(afterMs: number): Promise<unknown> {
  const script = `sleep ${afterMs / 1000}; kill -STOP ${process.pid}; sleep 1; kill -CONT ${process.pid}`
  const child = spawn('sh', ['-c', script], { stdio: 'ignore' })
  return new Promise((done) => child.once('exit', done))
}

it.each([10, 25, 40])(
  'a message is rendered although the machine stands still for a second after %i ms',
  async (afterMs) => {
    const budget = recipientBudget('one')
    const resumed = suspendSoon(afterMs)
    await setTimeout(10)
    await expect(templates.render(long, { name: 'Ada' }, 'text', budget, now)).resolves.toBe('230')
    await resumed
    // The second of standstill does not count, so the other templates of the recipient can still be rendered.
    expect(budget.leftMs).toBeGreaterThan(50)
  },
)
