import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import {
  type DomainVerdict,
  domainRecords,
  findingStates,
  lacking,
} from '../../../domain/sender/domain-findings.ts'
import type { SenderDomains } from '../../../ports/sender/sender-domains.ts'
import type { CheckDomain } from '../../../use-cases/sender/check-domain.ts'
import { idInPath, momentForm } from '../forms.ts'
import { type Route, route } from '../route.ts'

export interface DomainOptions {
  readonly checkDomain: CheckDomain
  readonly senderDomains: SenderDomains
}

const schema = Joi.object({
  domain: Joi.string().required(),
  complete: Joi.boolean().required().description('Whether nothing is missing that is known to be needed.'),
  findings: Joi.array()
    .items(
      Joi.object({
        record: Joi.valid(...domainRecords).required(),
        state: Joi.valid(...findingStates)
          .required()
          .description('`unknown`: DNS did not answer, or it is not known where to look.'),
        name: Joi.string().required().description('Where the record stands, or is to stand.'),
        type: Joi.valid('TXT', 'CNAME').required(),
        value: Joi.string().allow(null).required().description('What to add there; null for nothing.'),
        says: Joi.string().required().description('For people.'),
        found: Joi.array().items(Joi.string().allow('')).required(),
      }).meta({ named: 'DomainFinding' }),
    )
    .required(),
  checkedAt: momentForm,
}).meta({ named: 'DomainVerdict' })

const example = {
  domain: 'example.com',
  complete: false,
  findings: [
    {
      record: 'dmarc',
      state: 'missing',
      name: '_dmarc.example.com',
      type: 'TXT',
      value: 'v=DMARC1; p=none',
      says: 'No DMARC record says what receivers do with mail that is not from this domain',
      found: [],
    },
  ],
  checkedAt: '2026-11-20T09:00:00.000Z',
}

const common = {
  tag: 'Senders',
  auth: { kind: 'session' },
  params: Joi.object({ senderId: idInPath('The sender.') }),
  responses: { 200: { description: 'What DNS says.', schema, example } },
  errors: ['NOT_FOUND'],
} as const

export function domainRoutes({ checkDomain, senderDomains }: DomainOptions): Route[] {
  return [
    route<{ senderId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/senders/{senderId}/domain',
      summary: "See what DNS says of a sender's domain",
      description:
        'SPF, DKIM and DMARC of the domain that it writes from, as they were looked up last: when it was connected, at publish, and daily. What is missing comes with the record to add.',
      handle: async ({ signedIn: { user }, params: { senderId } }) => {
        const { organizationId } = user
        const sender = await senderDomains.find(organizationId, senderId)
        if (sender === null) throw new DomainError('NOT_FOUND', { message: 'Sender not found' })
        const verdict = sender.verdict ?? (await checkDomain.execute({ organizationId, senderId }))
        return { status: 200, body: present(verdict) }
      },
    }),
    route<{ senderId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/senders/{senderId}/domain/check',
      testMode: 'refused',
      summary: "Look a sender's domain up again",
      description: 'Asks DNS now, as after a record was added.',
      handle: async ({ signedIn: { user }, params: { senderId } }) => {
        const verdict = await checkDomain.execute({ organizationId: user.organizationId, senderId })
        return { status: 200, body: present(verdict) }
      },
    }),
  ]
}

function present(verdict: DomainVerdict): object {
  const { domain, findings, checkedAt } = verdict
  return {
    domain,
    complete: lacking(verdict).length === 0,
    findings: findings.map(({ record, state, name, type, value, says, found }) => ({
      record,
      state,
      name,
      type,
      value,
      says,
      found,
    })),
    checkedAt,
  }
}
