import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'

const run = promisify(execFile)
const source = (file: string) => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href)

/** A process of the service that renders a template with dates and prints the result. */
const program = `
  const { runProcess } = await import(${source('operation/process/process.ts')})
  const { LiquidTemplates } = await import(${source('adapters/templates/liquid-templates.ts')})
  const { TemplateThreads } = await import(${source('adapters/templates/template-threads.ts')})
  const { recipientBudget } = await import(${source('domain/spinner/steps/template-budget.ts')})
  setInterval(() => {}, 1_000)
  await runProcess('probe', async () => {
    const templates = new LiquidTemplates(new TemplateThreads())
    const cells = { day: '2026-12-31', time: '2026-03-08 02:30' }
    const template = '{{ day | date: "%d.%m.%Y" }}, {{ time | date: "%H:%M %z" }}'
    const text = await templates.render(template, cells, 'text', recipientBudget('one'), new Date())
    process.stdout.write(text + '\\n')
    process.kill(process.pid, 'SIGTERM')
  })
`

it.each(['America/New_York', 'Pacific/Kiritimati', 'UTC'])(
  'a process in the time zone %s writes the dates of templates in UTC',
  async (zone) => {
    const env = { ...process.env, TZ: zone, SESSION_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
      env,
      timeout: 20_000,
    })
    expect(stdout.split('\n')[0]).toBe('31.12.2026, 02:30 +0000')
  },
)
