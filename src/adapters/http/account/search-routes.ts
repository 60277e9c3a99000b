import Joi from 'joi'
import { type Found, foundKinds } from '../../../domain/account/found.ts'
import type { SearchQueries } from '../../../ports/account/search-queries.ts'
import { type Route, route } from '../route.ts'

const foundSchema = Joi.object({
  kind: Joi.valid(...foundKinds).required(),
  id: Joi.string().required().description('Of a person, the address.'),
  name: Joi.string().allow('').required().description('Of a job, that of its spinner.'),
  note: Joi.string().allow('', null).required().description('The address of a sender, the status of a job.'),
  at: Joi.string().isoDate().allow(null).required().description('When a job was started.'),
}).meta({ named: 'Found' })

const present = ({ kind, id, name, note, at }: Found): object => ({ kind, id, name, note, at })

export function searchRoutes({ search }: { readonly search: SearchQueries }): Route[] {
  return [
    route<unknown, undefined, { q: string }>({
      method: 'GET',
      path: '/search',
      summary: 'Find something by its name',
      description:
        'Data tables, spinners and senders with these words in their names, jobs by the beginning of their ids (six characters or more), and people who were written to by the beginning of their addresses; six of each at most. Who was not written to yet is found by their whole address, with `GET /people`.',
      tag: 'Organization',
      auth: { kind: 'session' },
      query: Joi.object({
        q: Joi.string().min(1).max(254).required().description('What it is called, or begins with.'),
      }),
      responses: {
        200: {
          description: 'What was found.',
          schema: Joi.object({ items: Joi.array().items(foundSchema).required() }),
          example: {
            items: [
              {
                kind: 'person',
                id: 'ada@example.com',
                name: 'ada@example.com',
                note: null,
                at: null,
              },
            ],
          },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user }, query: { q } }) => {
        const words = q.trim()
        const items = words === '' ? [] : await search.find(user.organizationId, words)
        return { status: 200, body: { items: items.map(present) } }
      },
    }),
  ]
}
