import Joi from 'joi'
import { domainOfEntry, type Suppression, suppressionReasons } from '../../../domain/contact/suppression.ts'
import {
  createdAtOf,
  emailInQuery,
  emptyResponse,
  idInPath,
  idOf,
  listAnswer,
  listResponse,
  noContent,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../forms.ts'
import { mayRead, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

export const suppressionReasonForm = Joi.valid(...suppressionReasons)
  .required()
  .description(
    'The reason of the suppression: `unsubscribed` (the person used the link in a message), `bounced` (mail to the address came back), `complained` (the person reported a message as spam) or `added` (a member of the organization added the address).',
  )

export const suppressionSchema = Joi.object({
  id: idOf('the suppression'),
  email: Joi.string()
    .allow(null)
    .required()
    .description(
      'The suppressed e-mail address, in lower case. All spellings of the address are suppressed. `null` if a whole domain is suppressed.',
    ),
  domain: Joi.string()
    .allow(null)
    .required()
    .description(
      'The domain whose addresses are all suppressed, in lower case and without its subdomains; `null` for a single address.',
    ),
  reason: suppressionReasonForm,
  note: Joi.string()
    .allow(null)
    .required()
    .description('The note of a member about the suppression; `null` if nothing.'),
  createdAt: createdAtOf('the suppression'),
})
  .description(
    'An e-mail address, or a domain with all its addresses, to which no job of the organization sends.',
  )
  .meta({ named: 'Suppression' })
const example = {
  id: '01936f51-4fa1-7f76-8e44-8192a3b4c5d6',
  email: 'grace@example.com',
  domain: null,
  reason: 'unsubscribed',
  note: null,
  createdAt: '2026-11-20T09:00:00.000Z',
}
const noteForm = Joi.string()
  .max(500)
  .description(
    'A note about the suppression, at most 500 characters. It replaces the note of an existing suppression.',
  )

/** Returns a suppression as the API describes it. */
export function presentSuppression({ email: entry, ...rest }: Suppression): object {
  const domain = domainOfEntry(entry)
  return { ...rest, email: domain === null ? entry : null, domain }
}

interface SuppressionsQuery extends PageQuery {
  readonly q?: string
}

const maxEntries = 500

const common = { tag: 'Suppressions', auth: { kind: 'session' } } as const

export function suppressionRoutes(services: Services): Route[] {
  const { addressSuppressor, contactRuleStore } = services
  return [
    route<unknown, undefined, SuppressionsQuery>({
      ...common,
      method: 'GET',
      path: '/suppressions',
      operationId: 'suppressions.list',
      scope: 'people:read',
      summary: 'List suppressed addresses',
      description:
        'Returns addresses that unsubscribed, bounced or were added by hand, and domains that were added, newest first. No job of the organization sends to them.',
      query: Joi.object({
        q: Joi.string()
          .max(254)
          .description('Search text: returns suppressions whose address, domain or note contains it.'),
        ...pageQuery,
      }),
      csv: { fileName: 'suppressions', columns: ['id', 'email', 'domain', 'reason', 'note', 'createdAt'] },
      responses: { 200: listResponse('A page of suppressions.', suppressionSchema, example) },
      handle: async ({ caller, query }) => {
        const search = query.q?.trim().toLowerCase() || null
        const page = await contactRuleStore.suppressions(caller.organizationId, pageOfQuery(query), search)
        return listAnswer({ ...page, items: page.items.map(presentSuppression) })
      },
    }),
    route<unknown, { email?: string; domain?: string; note?: string }>({
      ...common,
      method: 'POST',
      path: '/suppressions',
      operationId: 'suppressions.create',
      scope: 'people:suppress',
      summary: 'Suppress an address or a domain',
      description:
        'Stops all jobs of the organization from sending to an address, or to all addresses of a domain, from the next message on; its recipients are skipped with the reason SUPPRESSED. An address that is already suppressed keeps its reason. An API key without the scope `people:read` always gets the answer of a new suppression.',
      body: {
        schema: Joi.object({
          email: emailInQuery.description('The e-mail address to suppress, at most 254 characters.'),
          domain: Joi.string()
            .max(254)
            .description(
              'The domain whose addresses are all suppressed, such as `example.com`, without its subdomains.',
            ),
          note: noteForm,
        }).xor('email', 'domain'),
        limit: smallBody,
        examples: {
          address: { summary: 'An address', value: { email: 'grace@example.com' } },
          domain: { summary: 'A domain', value: { domain: 'example.com', note: 'Competitor' } },
        },
      },
      responses: {
        201: {
          description: 'The suppression with its address and reason.',
          schema: suppressionSchema,
          example,
        },
      },
      handle: async ({ caller, body: { email, domain, note = null }, by, realNow }) => {
        const { organizationId } = caller
        const requester = { organizationId, by: by() }
        const suppression =
          email === undefined
            ? await addressSuppressor.suppressDomain(requester, domain ?? '', note)
            : await addressSuppressor.suppressWithRetries({ ...requester, email, reason: 'added', note })
        if (suppression === null) throw new Error('The suppression was not stored')
        // Hides why and since when an address is suppressed from keys that may not read suppressions.
        const shown = mayRead(caller, 'people:read')
          ? suppression
          : { ...suppression, reason: 'added' as const, note, createdAt: realNow() }
        return { status: 201, body: presentSuppression(shown) }
      },
    }),
    importRoute(services),
    liftRoute(services),
  ]
}

function importRoute({ addressSuppressor }: Services): Route {
  return route<unknown, { entries: readonly string[]; note?: string }>({
    ...common,
    method: 'POST',
    path: '/suppressions/import',
    operationId: 'suppressions.import',
    scope: 'people:suppress',
    summary: 'Suppress a list',
    description:
      'Suppresses the addresses and the domains of a list. Entries that are suppressed already keep their reason, and entries that are neither an address nor a domain are left out and named by their positions.',
    body: {
      schema: Joi.object({
        entries: Joi.array()
          .items(Joi.string().max(500))
          .min(1)
          .max(maxEntries)
          .required()
          .description(`The addresses and domains to suppress, 1 to ${maxEntries}.`),
        note: noteForm,
      }),
      limit: smallBody * 8,
      examples: {
        list: {
          summary: 'An address and a domain',
          value: { entries: ['grace@example.com', 'example.org'] },
        },
      },
    },
    responses: {
      200: {
        description: 'The numbers of suppressed entries, and the entries that were left out.',
        schema: Joi.object({
          added: Joi.number().integer().required().description('The number of new suppressions.'),
          alreadySuppressed: Joi.number()
            .integer()
            .required()
            .description('The number of entries that were suppressed before.'),
          invalid: Joi.array()
            .items(Joi.number().integer())
            .required()
            .description('The positions of the entries that were left out, counted from 0.'),
        }),
        example: { added: 2, alreadySuppressed: 0, invalid: [] },
      },
    },
    handle: async ({ caller, body: { entries, note = null }, by }) => {
      const { organizationId } = caller
      const list = await addressSuppressor.suppressList({ organizationId, by: by(), entries, note })
      // Hides from keys that may not read suppressions which entries were suppressed before.
      const { added, alreadySuppressed, invalid } = list
      const shown = mayRead(caller, 'people:read')
        ? list
        : { added: added + alreadySuppressed, alreadySuppressed: 0, invalid }
      return { status: 200, body: shown }
    },
  })
}

function liftRoute({ addressSuppressor }: Services): Route {
  return route<{ suppressionId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/suppressions/{suppressionId}',
    operationId: 'suppressions.delete',
    scope: 'people:suppress',
    summary: 'Lift a suppression',
    description:
      'Deletes a suppression. Jobs send to the address again, but recipients that were already skipped stay skipped. Do this only if the person has asked for it.',
    params: Joi.object({ suppressionId: idInPath('The id of the suppression, a UUID.') }),
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { suppressionId }, requester }) => {
      await addressSuppressor.lift(requester(), suppressionId)
      return noContent
    },
  })
}
