import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const isPro = { column: 'plan', operator: 'equals', value: 'pro' }

describe('a spinner with branches', () => {
  let world: World
  let api: Api
  let person: Person
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    path = `/spinners/${(await createWorkshop(person)).spinnerId}`
  })
  afterAll(() => world.close())

  describe('refuses', () => {
    const many = (count: number) => Array.from({ length: count }, () => email('Hello'))
    const branch = (steps: object[]) => ({ type: 'branch', branches: [{ name: 'Yes', where: isPro, steps }] })
    const split = (...percents: number[]) => ({
      type: 'split',
      branches: percents.map((percent, no) => ({ name: `Arm ${no}`, percent, steps: [] })),
    })
    const guard = { type: 'guard', url: 'https://example.com/', onTimeout: 'skip' }
    const waits = (fields: object) => [{ type: 'waitUntil', ...fields }]

    it.each<[string, object[], string, string]>([
      ['41 steps', many(41), '/steps', 'TOO_MANY'],
      ['41 steps including the steps in branches', [...many(20), branch(many(20))], '/steps', 'TOO_MANY'],
      [
        'branches that nest three deep',
        [branch([branch([split(50, 50)])])],
        '/steps/0/branches/0/steps/0/branches/0/steps/0',
        'TOO_DEEP',
      ],
      [
        'a branch without a name',
        [{ type: 'branch', branches: [{ where: isPro, steps: [] }] }],
        '/steps/0/branches/0/name',
        'REQUIRED',
      ],
      [
        'a branch without a condition',
        [{ type: 'branch', branches: [{ name: 'Yes', steps: [] }] }],
        '/steps/0/branches/0/where',
        'REQUIRED',
      ],
      [
        'a guard that does not say what happens after a time-out',
        [{ type: 'guard', url: 'https://example.com/' }],
        '/steps/0/onTimeout',
        'REQUIRED',
      ],
    ])('%s', async (_, steps, pointer, code) => {
      const { status, body } = await person.ask('PATCH', path, { steps })
      expect([status, body['errors']]).toEqual([
        400,
        expect.arrayContaining([expect.objectContaining({ pointer, code })]),
      ])
    })

    it.each<[string, object[], string, string]>([
      ['percentages with a sum of 99', [split(49, 50)], '/steps/0', 'PERCENTAGES'],
      ['percentages with a sum of 101', [split(51, 50)], '/steps/0', 'PERCENTAGES'],
      ['a split with one branch', [split(99)], '/steps/0/branches', 'TOO_FEW'],
      [
        'a branch with an empty condition',
        [{ type: 'branch', branches: [{ name: 'Yes', where: { and: [] }, steps: [] }] }],
        '/steps/0/branches/0/where/and',
        'TOO_FEW',
      ],
      [
        'two branches of one name',
        [{ type: 'branch', branches: [0, 1].map(() => ({ name: 'Yes', where: isPro, steps: [] })) }],
        '/steps/0/branches/1',
        'DUPLICATE',
      ],
      ['a branch step without branches', [{ type: 'branch', branches: [] }], '/steps/0/branches', 'TOO_FEW'],
      [
        'conditions beside a comparison',
        [{ type: 'condition', ...isPro, where: isPro }],
        '/steps/0',
        'VALUE',
      ],
      [
        'a date that is not valid',
        [{ type: 'condition', column: 'joined', operator: 'before', value: 'soon' }],
        '/steps/0',
        'VALUE',
      ],
      ['a wait without a condition', waits({}), '/steps/0', 'REQUIRED'],
      ['a wait for a change without a time-out', waits({ changes: 'stage' }), '/steps/0', 'WAIT'],
      [
        'a wait for both a change and a date',
        waits({ changes: 'stage', column: 'joined', timeoutSeconds: 1, onTimeout: 'skip' }),
        '/steps/0',
        'WAIT',
      ],
      ['a time-out without a consequence', waits({ at: '09:00', timeoutSeconds: 60 }), '/steps/0', 'WAIT'],
      ['an hour that does not exist', waits({ at: '24:00' }), '/steps/0/at', 'CLOCK'],
      [
        'a guard whose host comes from the records',
        [{ ...guard, url: 'https://{{ name }}/' }],
        '/steps/0/url',
        'URL',
      ],
    ])('to publish %s, and keeps it as a draft', async (_, steps, pointer, code) => {
      const saved = await person.do('PATCH', path, { steps })
      expect(saved.steps).toEqual(steps)
      const fault = expect.objectContaining({ pointer, code })
      expect(saved.faults).toEqual(expect.arrayContaining([fault]))
      const { status, body } = await person.ask('POST', `${path}/publish`)
      expect([status, body['code']]).toEqual([422, 'SPINNER_INVALID'])
      expect(body['errors']).toEqual(expect.arrayContaining([fault]))
    })

    it('to publish unknown columns, wherever they are named', async () => {
      const missing = { column: 'shoe', operator: 'exists' }
      const inBranch = { ...email('Hello {{ hat }}') }
      const { body } = await (async () => {
        await person.do('PATCH', path, {
          steps: [
            {
              type: 'branch',
              branches: [{ name: 'Yes', where: { not: missing }, steps: [inBranch] }],
              else: waits({ column: 'coat' }),
            },
            { type: 'waitUntil', at: '09:00', zone: { phone: 'glove' } },
          ],
        })
        return await person.ask('POST', `${path}/publish`)
      })()
      expect(
        (body['errors'] as { pointer: string; column: string }[]).map((one) => [one.pointer, one.column]),
      ).toEqual([
        ['/steps/0/branches/0/where/not/column', 'shoe'],
        ['/steps/0/branches/0/steps/0/subject', 'hat'],
        ['/steps/0/else/0/column', 'coat'],
        ['/steps/1/zone/phone', 'glove'],
      ])
    })
  })
})
