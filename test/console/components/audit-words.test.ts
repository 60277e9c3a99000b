import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import type { AuditEntry } from '../../../console/src/api/schema.ts'
import {
  actionKinds,
  actionWords,
  changesOf,
  pageOf,
  subjectWords,
} from '../../../console/src/pages/audit/audit-words.ts'
import { factWords } from '../../../console/src/pages/audit/fact-words.ts'
import { auditActions } from '../../../src/domain/account/audit/audit-action.ts'
import { noContactPolicy } from '../../../src/domain/contact/contact-policy.ts'

const policyFields = Object.keys(noContactPolicy)

const jobId = '01936f4e-1f66-7d3c-b1a2-0c5d6e7f8091'

function entry(changes: Partial<AuditEntry>): AuditEntry {
  return {
    id: 'entry',
    createdAt: '2026-11-20T09:00:00.000Z',
    action: 'job.retried',
    actor: { kind: 'service', id: null, name: null },
    ipAddress: null,
    requestId: null,
    subject: { kind: 'job', id: jobId, name: 'Welcome' },
    before: null,
    after: null,
    ...changes,
  }
}

describe('an audit entry', () => {
  it('has a label for every audited action', () => {
    expect(auditActions.filter((action) => actionWords(action) === action && action !== 'signOut')).toEqual(
      [],
    )
  })

  it('has a label for every fact that is shown, so none is English in another language', () => {
    const fields = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^  readonly (\w+)/gm)].map(([, name = '']) => name)
    const facts = [...fields('src/domain/account/audit/facts.ts'), ...policyFields]
    expect(facts.length).toBeGreaterThan(100)
    const hidden = new Set(['cells', 'dataTableId', 'apiKeyId', 'arrivalId', 'messageId'])
    expect(facts.filter((fact) => factWords[fact] === undefined && !hidden.has(fact))).toEqual([])
  })

  it('names a job by its spinner, and leads to it', () => {
    expect(subjectWords(entry({}))).toBe('Job 7f8091 of Welcome')
    expect(subjectWords(entry({ subject: { kind: 'job', id: jobId, name: null } }))).toBe(
      'Job 7f8091 of a deleted spinner',
    )
    expect(pageOf(entry({}).subject)).toEqual({ to: '/jobs/$jobId', params: { jobId } })
    expect(pageOf({ kind: 'user', id: 'one', name: 'ada@example.com' })).toBeNull()
  })

  it('shows names of projects and jobs instead of their ids', () => {
    const facts = { projectIds: ['p1', 'p2'], retryOf: jobId, apiKeyId: 'key', dataTableId: 'table' }
    const after = JSON.parse(JSON.stringify(facts))
    expect(changesOf(entry({ after }), (id) => `Project ${id}`)).toEqual([
      { fact: 'projects', before: null, after: 'Project p1, Project p2' },
      { fact: 'failed job', before: null, after: 'Job 7f8091' },
    ])
  })
})

describe('the filter of the audit log', () => {
  it('offers a kind for each audited action, and no other', () => {
    const kindOf = (action: string) => actionKinds.filter(({ value }) => action.startsWith(value)).length
    expect(auditActions.filter((action) => kindOf(action) !== 1)).toEqual([])
    const unused = actionKinds.filter(
      ({ value }) => !auditActions.some((auditAction) => auditAction.startsWith(value)),
    )
    expect(unused).toEqual([])
  })
})
