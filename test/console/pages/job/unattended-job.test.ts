import { expect, it } from '@jest/globals'
import { createTestDatabase } from '../../../support/test-database.ts'
import { addSpinner, ask, start } from '../../ask.ts'
import { Console, expectAccessible } from '../../console.ts'
import { openPage } from '../../open-page.ts'

it('a job without a worker says so and what to do, and continues when a worker starts', async () => {
  const database = await createTestDatabase()
  const environment = { DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) }
  const split = await Console.start((home) => home.launchApi(environment))
  try {
    const owner = await split.visit('/sign-up')
    await ask(owner, 'POST', '/auth/sign-up', {
      email: 'ada@example.com',
      password: 'a long password',
      name: 'Ada',
      organizationName: 'Analytical Engines',
    })
    const { id: projectId } = await ask<{ id: string }>(owner, 'POST', '/projects', { name: 'First' })
    const tables = `/projects/${projectId}/data-tables`
    const { id: dataTableId } = await ask<{ id: string }>(owner, 'POST', tables, { name: 'Leads' })
    const imported = await owner.request.post(`/api/v1/data-tables/${dataTableId}/imports`, {
      data: 'email\nada@example.com\n',
      headers: { 'Content-Type': 'text/csv', 'X-Spindle-Console': '1' },
    })
    expect(imported.status()).toBe(201)
    // A wait is the last step of this test's spinner, so recipients are done at it and the job ends without a delay.
    const steps = [{ type: 'wait', seconds: 60 }]
    const jobId = await start(owner, await addSpinner(owner, { name: 'Wait', dataTableId, steps }))

    const advice = owner.getByRole('status').filter({ hasText: 'No worker process is running' })
    for (const path of ['/jobs', `/jobs/${jobId}`]) {
      await openPage(owner, path)
      await advice.getByText('npm run worker').waitFor()
      await advice.getByText('npm start').waitFor()
      await expectAccessible(owner)
    }
    split.home.launchWorker(environment)
    await owner.locator('.mantine-Badge-label').getByText('Completed').waitFor()
    await advice.waitFor({ state: 'detached' })
    expect(split.faults).toEqual([])
  } finally {
    await split.close()
    await database.drop()
  }
})
