import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { defaultPlans } from '../src/domain/plan/plan.ts'
import { openSignUp } from '../src/operation/doctor/doctor-command.ts'

const plans = defaultPlans.map((plan) => (plan.id === 'growth' ? { ...plan, mailsPerDay: null } : plan))
const found = (changes: Partial<Parameters<typeof openSignUp>[0]> = {}) =>
  openSignUp({ signUp: 'open', sharedSender: true, plans, defaultPlan: 'starter', ...changes })

it('is reported by the doctor if its organizations can send by the mail server of the deployment', () => {
  expect(found()).toMatchObject([{ level: 'look', what: expect.stringContaining('50 e-mails a day') }])
  expect(found({ defaultPlan: 'growth' })).toMatchObject([
    { what: expect.stringContaining('any number of e-mails') },
  ])
  expect([...found({ signUp: 'invite' }), ...found({ sharedSender: false })]).toEqual([])
})

it('is reached from the machine of Docker Compose only, unless the operator names an address', () => {
  const ports = readFileSync('docker-compose.yml', 'utf8').match(/^ {6}- \S+:\d+$/gm) ?? []
  expect(ports.map((port) => port.trim())).toEqual([
    `- \${HOST:-127.0.0.1}:\${PORT:-3000}:3000`,
    '- 127.0.0.1:8025:8025',
  ])
})
