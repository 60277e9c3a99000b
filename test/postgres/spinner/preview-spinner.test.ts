import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { PreviewSpinner } from '../../../src/use-cases/spinner/preview-spinner.ts'
import { createFixture, type Fixture, leads } from '../../support/demo/fixture.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello {{ name }}', text: 'Hello' }

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
  await on.ingest(leads(1).map((lead) => ({ ...lead, name: '' })))
})
afterEach(() => on.close())

async function lastStep(steps: readonly Step[]) {
  const { organizationId, spinnerId } = on.demo
  const query = { organizationId, spinnerId, recordIds: null, steps, data: null }
  const { items } = await on.container.get(PreviewSpinner).execute(query)
  return items[0]?.steps.at(-1)
}

describe('a captured message of HTML alone', () => {
  it('has the plain text that is sent beside the HTML', async () => {
    const { text: _text, ...rest } = email
    await on.changeVersion({
      steps: [{ ...rest, subject: 'Hello', html: '<p>Hello <b>{{ email }}</b></p>' }],
    })
    const { jobId } = (await on.trigger()).answer
    await on.drain()
    const { items } = await on.container
      .get(MessageLog)
      .captured(on.demo.organizationId, jobId, { limit: 1, after: null })
    const [message] = items
    expect(message).toMatchObject({
      text: `Hello ${message?.to}`,
      html: `<p>Hello <b>${message?.to}</b></p>`,
    })
  })
})

describe('a previewed step', () => {
  it('has the code of the reason with which a job would fail the record', async () => {
    await on.changeVersion({ steps: [email] })
    const { jobId } = (await on.trigger()).answer
    await on.drain()
    expect((await on.recipients(jobId))[0]?.reason).toBe('MISSING_CELL')
    expect(await lastStep([email])).toMatchObject({
      status: 'fails',
      code: 'MISSING_CELL',
      reason: '"subject": The column "name" is empty in the record',
    })
    expect(await lastStep([{ ...email, subject: '{{ email | no_such_filter }}' }])).toMatchObject({
      status: 'fails',
      code: 'TEMPLATE_FAILED',
    })
  })

  it('has the code of the reason with which a job would skip or hold the record', async () => {
    expect(await lastStep([{ type: 'condition', column: 'name', operator: 'exists' }])).toMatchObject({
      status: 'skips',
      code: 'CONDITION_NOT_MET',
    })
    const awaits: Step = { type: 'waitUntil', changes: 'name', timeoutSeconds: 60, onTimeout: 'skip' }
    expect(await lastStep([awaits])).toMatchObject({ status: 'passes', code: 'WAITS_FOR_CHANGE' })
  })

  it('has no code if the record gets the message or continues, or if the step itself has a fault', async () => {
    expect(await lastStep([{ ...email, subject: 'Hello' }])).toMatchObject({ status: 'sends', code: null })
    expect(await lastStep([{ type: 'wait', seconds: 60 }])).toMatchObject({ status: 'passes', code: null })
    expect(await lastStep([{ ...email, subject: '' }])).toMatchObject({ status: 'fails', code: null })
  })
})
