import Joi from 'joi'
import { viewOfActor } from '../../../domain/account/audit/actor.ts'
import { auditActions } from '../../../domain/account/audit/audit-action.ts'
import type { AuditEntry } from '../../../domain/account/audit/audit-entry.ts'
import { normalizedEmail } from '../../../domain/email-address.ts'
import {
  idOf,
  listAnswer,
  listResponse,
  momentForm,
  momentIn,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../forms.ts'
import { actorSchema, exampleActor } from '../request/caller/actor-form.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

interface AuditQuery extends PageQuery {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly since?: string
  readonly until?: string
}

const facts = Joi.object()
  .unknown()
  .allow(null)
  .required()
  .description(
    'Facts by name about the object of the action: in `before` as they were before it, in `after` as they were after it; `null` if there are none. Never contains a secret. Contains values of cells, in `cells`, only if the organization has turned on `auditsValues`.',
  )

const entrySchema = Joi.object({
  id: idOf('the audit entry'),
  createdAt: momentForm.description('The time of the audited action (UTC, ISO 8601).'),
  action: Joi.string()
    .required()
    .description(`The code of the audited action, such as \`${auditActions.slice(0, 3).join('`, `')}\`.`),
  actor: actorSchema.required().description('The user, API key or other program that acted.'),
  ipAddress: Joi.string()
    .allow(null)
    .required()
    .description('The IP address from which the request came; `null` if there was none.'),
  requestId: Joi.string()
    .allow(null)
    .required()
    .description('The id of the request, as in its header `X-Request-Id`; `null` outside of a request.'),
  subject: Joi.object({
    kind: Joi.string()
      .required()
      .description(
        'The kind of the object that the action concerned, such as `user`, `apiKey`, `dataTable`, `spinner` or `job`.',
      ),
    id: Joi.string()
      .allow(null)
      .required()
      .description(
        'The id of the object that the action concerned; `null` if it has none, such as an address without an account.',
      ),
    name: Joi.string()
      .allow(null)
      .required()
      .description('The name of the object at the time of the action; `null` if it has none.'),
  })
    .required()
    .description('The object (such as a table or an API key) or the person that the action concerned.'),
  before: facts,
  after: facts,
})
  .description('An entry of the audit log: one action or refused attempt. It is never changed.')
  .meta({ named: 'AuditEntry' })

const example = {
  id: '01936f51-60b2-7187-8f55-92a3b4c5d6e7',
  createdAt: '2026-11-20T09:41:00.000Z',
  action: 'member.roleChanged',
  actor: exampleActor,
  ipAddress: '203.0.113.7',
  requestId: 'req-1',
  subject: { kind: 'user', id: '01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e10', name: 'grace@example.com' },
  before: { role: 'viewer' },
  after: { role: 'editor' },
}

/** Returns the routes of the organization's audit log, which only admins and owners may read. */
export function auditRoutes({ auditStore }: Services): Route[] {
  return [
    route<unknown, undefined, AuditQuery>({
      method: 'GET',
      path: '/audit',
      operationId: 'audit.list',
      summary: 'Read the audit log',
      description:
        'Requires at least the role admin. Returns the entries of the audit log, newest first: who did what to which object or person, from where, and the facts before and after. Entries are never changed. A page may hold fewer entries than its limit, or none, although more follow: continue while `nextCursor` is not `null`.',
      tag: 'Organization',
      auth: adminsOnly,
      query: Joi.object({
        ...pageQuery,
        actor: Joi.string()
          .max(254)
          .description(
            'Returns only audit entries of this actor: an e-mail address, the id of a user or API key, the name of an API key, or a kind such as `operator`.',
          ),
        action: Joi.string()
          .max(60)
          .description(
            'Returns only audit entries with this action, or with actions that begin with this text, such as `apiKey`.',
          ),
        subject: Joi.string()
          .max(254)
          .description(
            'Returns only audit entries about this subject: its id, its name, or a kind such as `spinner`.',
          ),
        since: momentIn.description(
          'Returns only audit entries at or after this time (inclusive, ISO 8601).',
        ),
        until: momentIn.description('Returns only audit entries before this time (exclusive, ISO 8601).'),
      }),
      csv: {
        fileName: 'audit',
        columns: [
          'id',
          'createdAt',
          'action',
          'actor.kind',
          'actor.id',
          'actor.name',
          'ipAddress',
          'requestId',
          'subject.kind',
          'subject.id',
          'subject.name',
          'before',
          'after',
        ],
      },
      responses: { 200: listResponse('A page of audit entries, newest first.', entrySchema, example) },
      handle: async ({ signedIn: { user }, query }) => {
        const { actor, action = null, subject, since, until } = query
        const filter = {
          organizationId: user.organizationId,
          since: momentOf(since),
          until: momentOf(until),
          action,
          account: null,
          actor: actorKindOf(nameOf(actor)),
          subject: nameOf(subject),
        }
        return listAnswer(await auditStore.list(filter, pageOfQuery(query)), presentEntry)
      },
    }),
  ]
}

/** Returns an audit entry as the API and exports show it. */
export function presentEntry({ id, at, action, by, subject, before, after }: AuditEntry): object {
  const { ipAddress, requestId } = by
  const head = { id, createdAt: at, action, actor: viewOfActor(by), ipAddress, requestId }
  return { ...head, subject, before, after }
}

/**
 * Returns the text to search for in the audit log. E-mail addresses are normalised, because the log stores
 * them so.
 */
function nameOf(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.includes('@') ? (normalizedEmail(text) ?? text) : text
}

function momentOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}

/** Returns the kind under which the audit log stores the actors of a kind of the API; other texts unchanged. */
function actorKindOf(text: string | null): string | null {
  return text === 'person' ? 'anonymous' : text
}
