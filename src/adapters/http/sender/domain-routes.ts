import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import {
  blockingFindings,
  type DomainVerdict,
  domainRecords,
  findingStatuses,
} from '../../../domain/sender/domain-findings.ts'
import { idInPath, momentForm } from '../forms.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const schema = Joi.object({
  domain: Joi.string().required().description('The domain of the address of the sender.'),
  isComplete: Joi.boolean()
    .required()
    .description(
      "Whether all required DNS records of the sender's domain were found, as far as the service can tell.",
    ),
  findings: Joi.array()
    .items(
      Joi.object({
        record: Joi.valid(...domainRecords)
          .required()
          .description(
            'The kind of the DNS record. `spf`: which servers may send; `dkim`: the key of signatures; `dmarc`: what receivers do with mail that fails these checks.',
          ),
        status: Joi.valid(...findingStatuses)
          .required()
          .description(
            'The state of the DNS record. `unknown`: the name of the record is not known, so it may be missing. `unanswered`: DNS did not answer.',
          ),
        name: Joi.string().required().description('The DNS name at which the record was looked up.'),
        type: Joi.valid('TXT', 'CNAME')
          .required()
          .description('The type of the DNS record, `TXT` or `CNAME`.'),
        value: Joi.string()
          .allow(null)
          .required()
          .description('The value of the DNS record to add under this name; null if nothing must be added.'),
        message: Joi.string()
          .required()
          .description('A sentence for people that explains the state of the DNS record and what to do.'),
        found: Joi.array()
          .items(Joi.string().allow(''))
          .required()
          .description('The values that DNS returned for the name; empty if there are none.'),
      })
        .description('The state of one DNS record by which receivers authenticate mail of a domain.')
        .meta({ named: 'DomainFinding' }),
    )
    .required()
    .description('The findings about the SPF, DKIM and DMARC records, one for each.'),
  checkedAt: momentForm.description('The time of the DNS lookup (UTC, ISO 8601).'),
})
  .description('The SPF, DKIM and DMARC records of the domain of a sender, as of the last lookup.')
  .meta({ named: 'DomainVerdict' })

const example = {
  domain: 'example.com',
  isComplete: false,
  findings: [
    {
      record: 'dmarc',
      status: 'missing',
      name: '_dmarc.example.com',
      type: 'TXT',
      value: 'v=DMARC1; p=none',
      message: 'The domain has no DMARC record, so receivers have no rule for forged e-mail; add the record',
      found: [],
    },
  ],
  checkedAt: '2026-11-20T09:00:00.000Z',
}

const common = {
  tag: 'Senders',
  auth: { kind: 'session' },
  params: Joi.object({ senderId: idInPath('The id of the sender, a UUID.') }),
  responses: { 200: { description: 'The SPF, DKIM and DMARC records of the domain.', schema, example } },
  errors: ['NOT_FOUND'],
} as const

export function domainRoutes({ senderDomains, senderStore }: Services): Route[] {
  return [
    route<{ senderId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/senders/{senderId}/domain',
      operationId: 'senders.getDomain',
      scope: 'senders:read',
      summary: "See the DNS records of a sender's domain",
      description:
        'Returns the SPF, DKIM and DMARC records of the domain of the sender, as of the last lookup: when the sender was connected, at publishing, and daily. For a missing record, the response contains the record to add.',
      handle: async ({ caller, params: { senderId } }) => {
        const { organizationId } = caller
        const sender = await senderStore.withVerdict(organizationId, senderId)
        if (sender === null) throw new DomainError('NOT_FOUND', { message: 'Sender not found' })
        const verdict = sender.verdict ?? (await senderDomains.check(organizationId, senderId))
        return { status: 200, body: present(verdict) }
      },
    }),
    route<{ senderId: string }, undefined>({
      ...common,
      method: 'POST',
      path: '/senders/{senderId}/domain/check',
      operationId: 'senders.checkDomain',
      summary: "Check a sender's domain again",
      description:
        'Looks up the SPF, DKIM and DMARC records of the domain of the sender now, for example after you added a record.',
      handle: async ({ signedIn: { user }, params: { senderId } }) => {
        const verdict = await senderDomains.check(user.organizationId, senderId)
        return { status: 200, body: present(verdict) }
      },
    }),
  ]
}

function present(verdict: DomainVerdict): object {
  const { domain, findings, checkedAt } = verdict
  return {
    domain,
    isComplete: blockingFindings(verdict).length === 0,
    findings: findings.map(({ record, status, name, type, value, message, found }) => ({
      record,
      status,
      name,
      type,
      value,
      message,
      found,
    })),
    checkedAt,
  }
}
