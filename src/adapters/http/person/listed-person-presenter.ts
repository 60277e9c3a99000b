import Joi from 'joi'
import { arrivalSources } from '../../../domain/arrival/arrival.ts'
import { type ListedPerson, personStatuses } from '../../../domain/person/list/listed-person.ts'
import { noPerson } from '../../../use-cases/person/list-people.ts'
import { sourceText } from '../arrival/arrival-presenter.ts'
import { createdAtOf, momentForm } from '../forms.ts'

/** Matches the id of a person, which is a digest in base64url. */
const personIdPattern = /^[\w-]{43}$/

export const personIdForm = Joi.string()
  .pattern(personIdPattern)
  .required()
  .description(
    'The id of the person: a digest of the address under a key of the organization. Events and audit entries name the person by the same id.',
  )

/** The form of the id of a person in a path. Any other text is answered with NOT_FOUND, like an unknown id. */
export const personIdInPath = Joi.string()
  .custom((id: string) => {
    if (!personIdPattern.test(id)) throw noPerson()
    return id
  })
  .required()
  .description('The id of the person, as `GET /people` returns it.')

export const personStatusForm = Joi.valid(...personStatuses).description(
  'The state of the person; the first that applies. `suppressed`: no job writes to the address. `writing`: a job has written to the person and has further steps. `waiting`: a job has written to the person and waits. `answered`: the person has replied. `idle`: none of these.',
)

export const personMatchForm = Joi.object({
  column: Joi.string().required().description('The name of the match column.'),
  value: Joi.string().required().description('The value of the match column in a record of the person.'),
})
  .allow(null)
  .required()
  .description('The value by which a person without an address is known; null for a person with an address.')
  .meta({ named: 'PersonMatch', examples: [{ column: 'phone', value: '+44 20 7946 0000' }] })

export const listedPersonSchema = Joi.object({
  id: personIdForm,
  email: Joi.string()
    .allow(null)
    .required()
    .description(
      'The e-mail address in normalized spelling; null for a person who is known by a match column.',
    ),
  match: personMatchForm,
  name: Joi.string()
    .allow(null)
    .required()
    .description('The name in the newest record that has one; null if no column holds a name.'),
  company: Joi.string()
    .allow(null)
    .required()
    .description('The company in the newest record that has one; null if no column holds a company.'),
  dataTables: Joi.array()
    .items(
      Joi.object({
        id: Joi.string().guid().required().description('The id of the data table, a UUID.'),
        name: Joi.string().required().description('The name of the data table.'),
      })
        .description('A data table with a record of the person.')
        .meta({ named: 'TableOfPerson' }),
    )
    .required()
    .description('The data tables with the newest 20 records of the person; empty if there are no records.'),
  createdAt: createdAtOf('the first record of the person in the list'),
  lastMessageAt: momentForm
    .allow(null)
    .description('The time of the last e-mail of a job to the person; null if there is none.'),
  source: Joi.object({
    kind: Joi.valid(...arrivalSources)
      .required()
      .description(`The kind of the source. ${sourceText}`),
    apiKeyId: Joi.string()
      .guid()
      .allow(null)
      .required()
      .description('The id of the API key; null for other sources.'),
    name: Joi.string()
      .allow(null)
      .required()
      .description('The name of the API key; null for other sources, and for an API key that was deleted.'),
  })
    .allow(null)
    .required()
    .description(
      'The source of the first record of the person; null if it is not known, as after an edit that made the record name a person, and for an API key that is limited to projects.',
    )
    .meta({
      named: 'PersonSource',
      examples: [{ kind: 'apiKey', apiKeyId: '01936f4d-1a2b-7c3d-8e4f-5a6b7c8d9e0f', name: 'HubSpot' }],
    }),
  status: personStatusForm.required(),
})
  .description('A person in the list of people.')
  .meta({ named: 'ListedPerson' })

export const exampleListedPerson = {
  id: 'kUq2-4wBzJ0m7Jd0sYl5m0e0Cq9Jr2mJm1Yl0WcXb3E',
  email: 'ada@example.com',
  match: null,
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  dataTables: [{ id: '01936f4d-2a77-7c55-9a11-0b1c2d3e4f50', name: 'Leads' }],
  createdAt: '2026-11-20T08:58:00.000Z',
  lastMessageAt: '2026-11-20T09:00:01.200Z',
  source: { kind: 'import', apiKeyId: null, name: null },
  status: 'waiting',
}

export function presentListedPerson(person: ListedPerson): object {
  const { id, email, match, name, company, dataTables, createdAt, lastMessageAt, source, status } = person
  return { id, email, match, name, company, dataTables, createdAt, lastMessageAt, source, status }
}
