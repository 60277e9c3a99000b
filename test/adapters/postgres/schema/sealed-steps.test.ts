import { describe, expect, it } from '@jest/globals'
import {
  openedSteps,
  stepsSealedAgain,
  storedSteps,
} from '../../../../src/adapters/postgres/schema/sealed-steps.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Sealing } from '../../../../src/ports/sealing.ts'

/** Replaces encryption in this test: a text is encrypted by prefixing it with the id of its owner. */
const methods = {
  newestKey: 'k1',
  seal: (text: string, { id }: { id: string }) => `${id}=${text}`,
  open: (sealed: string, { id }: { id: string }) =>
    sealed.startsWith(`${id}=`) ? sealed.slice(id.length + 1) : null,
  keyOf: () => 'k1',
}
const sealing = methods as unknown as Sealing

const webhook = (token: string): Step => ({
  type: 'webhook',
  url: 'https://example.com/',
  headers: { Token: token },
  body: '{}',
})
const guard: Step = {
  type: 'guard',
  url: 'https://example.com/',
  headers: { Token: 'third' },
  onTimeout: 'skip',
}
const steps: readonly Step[] = [
  webhook('first'),
  {
    type: 'branch',
    branches: [{ name: 'Yes', where: { column: 'a', operator: 'exists' }, steps: [webhook('second')] }],
    else: [guard],
  },
  webhook('fourth'),
]
const owner = { spinnerId: 's', version: 3 }

describe('the headers of webhook steps', () => {
  it('are encrypted in branches too, each for its own place', async () => {
    const stored = storedSteps(steps, owner, sealing)
    const sealed = [...JSON.stringify(stored).matchAll(/"sealed":"([^"]+)"/g)].map(([, value]) => value)
    expect(sealed).toEqual([
      's 3 0 Token=first',
      's 3 2 Token=second',
      's 3 3 Token=third',
      's 3 4 Token=fourth',
    ])
    expect(openedSteps(stored, owner, sealing)).toEqual(steps)
  })

  it('are encrypted if only a branch has headers', async () => {
    const [, branch] = steps
    const stored = storedSteps(branch === undefined ? [] : [branch], owner, sealing)
    expect(JSON.stringify(stored)).not.toContain('"Token":"second"')
  })

  it('are re-encrypted in branches too', () => {
    const stored = storedSteps(steps, owner, sealing)
    const rotated = { ...methods, newestKey: 'k2' } as unknown as Sealing
    expect(stepsSealedAgain(stored, owner, rotated)).toMatchObject({
      changed: 4,
      olderKeys: Array(4).fill('k1'),
    })
  })
})
